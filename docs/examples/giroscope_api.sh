#!/bin/sh
# Calls Giroscope as an API client, by curl. Needs the four GIROSCOPE_ variables of
# giroscope_api.py.
#
#   sh giroscope_api.sh entries 2026-11-01
#   sh giroscope_api.sh journal 2b0e7c1a-...
#   sh giroscope_api.sh upload payments.xml payment
set -eu

# The secret goes through standard input, where no list of processes shows it.
token=$(
  printf 'user = "%s:%s"\n' "$GIROSCOPE_CLIENT_ID" "$GIROSCOPE_CLIENT_SECRET" |
    curl --silent --fail-with-body --config - \
      --data grant_type=client_credentials "$GIROSCOPE_TOKEN_URL" |
    sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p'
)
[ -n "$token" ] || { echo "no token: look at the id and the secret" >&2; exit 1; }

# Tries again after 429 and 503, as long after as Retry-After says.
call() {
  printf 'header = "authorization: Bearer %s"\n' "$token" |
    curl --silent --show-error --fail-with-body --retry 5 --config - "$@"
}

ask() {
  call --header "content-type: application/json" --data "$1" \
    "$GIROSCOPE_URL/api/data/graphql"
}

case "${1:-}" in
  entries)
    # The first page; each further one with "after": what endCursor was.
    ask '{"query": "query ($since: Date!) { transactions(first: 200, filter: {bookingDate: {from: $since}}) { edges { node { id bookingDate amount { amount currency } } } pageInfo { hasNextPage endCursor } } }", "variables": {"since": "'"$2"'"}}'
    ;;
  journal)
    ask '{"query": "query ($id: ID!) { journal(correlationId: $id) { correlationId state messageId } }", "variables": {"id": "'"$2"'"}}'
    ;;
  upload)
    call --form "files=@$2" "$GIROSCOPE_URL/api/upload?kind=$3"
    ;;
  *)
    sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
