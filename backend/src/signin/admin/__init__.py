"""The part of Keycloak's Admin REST API that the product needs, for the product alone.

Names, status codes and bodies are Keycloak's, so that one client speaks to both. What
Keycloak has and the product does not need is not here.
"""
