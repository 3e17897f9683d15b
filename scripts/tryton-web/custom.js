// The newest client there is to install is of the series before the server's, and
// would go no further than to say so. What is needed here works across the two.
Sao.__version__ = '8.2.0';
