"""What the simulated bank and the ERP of a laptop stand on.

A store that survives being killed, a server on this machine only, and a page of
forms that works without JavaScript. Knows neither of them, and nothing of the product.
"""
