#!/bin/sh
# Starts the server of this package with its own Node.js, which replaces this shell.
set -eu
package=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-131072}"
exec "$package/bin/node" @flags@ "$package/server/dist/main.js" "$@"
