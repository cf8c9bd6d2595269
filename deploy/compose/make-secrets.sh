#!/bin/sh
# Makes the secrets of compose.yaml, once; existing ones stay. Keep a copy of secrets/ apart from the backups.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
chmod 0700 secrets

# The container's user reads them as mounted files, so they are readable inside of the folder that only you may enter.
umask 0022
random() { head -c 32 /dev/urandom | base64; }
[ -e secrets/secret-key ] || random >secrets/secret-key
[ -e secrets/metrics-token ] || random | tr '+/' '-_' >secrets/metrics-token
if [ ! -e secrets/postgres-password ]; then
    random | tr -d '+/=' >secrets/postgres-password
    printf 'postgres://dray:%s@postgres:5432/dray\n' "$(cat secrets/postgres-password)" >secrets/database-url
fi
[ -e settings.env ] || cp settings.env.example settings.env
