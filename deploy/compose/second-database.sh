#!/bin/sh
# Run once by PostgreSQL's image, when the volume is empty: a database for Keycloak.
set -eu
createdb --username=giroscope keycloak
