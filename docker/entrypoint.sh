#!/bin/sh
# The one way into every production process, in a container or natively:
#   entrypoint.sh web | worker QUEUE[,QUEUE] | beat | healthy [worker|beat] | manage COMMAND...
set -eu
cd "$(dirname "$0")/.."
export DJANGO_SETTINGS_MODULE=config.settings.production

# Whose X-Forwarded-For and X-Forwarded-Proto are believed; a proxy elsewhere is named by its address or network.
export COUNTERSIGN_TRUSTED_PROXIES="${COUNTERSIGN_TRUSTED_PROXIES-127.0.0.1,::1}"

# For them a worker would import every page and the API, a quarter of its start: 2.8 s of processor time, without 2.1.
export CELERY_SKIP_CHECKS="${CELERY_SKIP_CHECKS-1}"

role=${1:-}
[ $# -eq 0 ] || shift

case "$role" in
  web)
    exec uvicorn config.asgi:application --host "${HOST:-0.0.0.0}" --port "${PORT:-8000}" --workers "${WEB_WORKERS:-2}" \
      --lifespan off --no-access-log --no-server-header --timeout-graceful-shutdown 25 \
      --no-proxy-headers --http config.http.protocol:GuardedHttpProtocol
    ;;
  worker)
    queues=${1:?which queues: judging, evidence, delivery, housekeeping}
    # Waiting for a judge or a webhook is done in threads; computing evidence needs processes, also beside the waiting.
    processes=
    case "$queues" in
      # One process a core, each with one thread for its matrices: they would fight for the cores otherwise.
      *evidence*)
        pool=prefork; at_once=${CONCURRENCY:-$(nproc)}
        export OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}" OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}"
        ;;
      *judging*)
        pool=threads; at_once=${CONCURRENCY:-${COUNTERSIGN_JUDGE_CONCURRENCY:-8}}
        processes="python -m config.workers.processes $at_once"
        ;;
      *) pool=threads; at_once=${CONCURRENCY:-16} ;;
    esac
    export COUNTERSIGN_HEARTBEAT_FILE="${COUNTERSIGN_HEARTBEAT_FILE:-/tmp/countersign-heartbeat-$(echo "$queues" | tr , -)}"
    rm -f "$COUNTERSIGN_HEARTBEAT_FILE" "$COUNTERSIGN_HEARTBEAT_FILE"-[0-9]*
    exec $processes celery -A config worker -Q "$queues" -P "$pool" -c "$at_once" -n "$(echo "$queues" | tr , -)@%h" -l WARNING \
      --without-mingle --without-gossip
    ;;
  beat)
    export COUNTERSIGN_HEARTBEAT_FILE="${COUNTERSIGN_HEARTBEAT_FILE:-/tmp/countersign-heartbeat-beat}"
    rm -f "$COUNTERSIGN_HEARTBEAT_FILE"
    exec celery -A config beat -S config.workers.beat:WatchedScheduler -l WARNING --pidfile=
    ;;
  healthy)
    [ $# -gt 0 ] || exec python -m config.ops.healthy
    # Each process of a worker touches its file every ten seconds while it takes messages, the beat while it sends them.
    files=${COUNTERSIGN_HEARTBEAT_FILE:-/tmp/countersign-heartbeat}
    test -n "$(find "$files"* -mmin -1 2>/dev/null)" && test -z "$(find "$files"* -mmin +1 2>/dev/null)"
    ;;
  manage)
    exec python manage.py "$@"
    ;;
  *)
    echo "countersign: unknown role '$role'; one of web, worker, beat, healthy, manage" >&2
    exit 2
    ;;
esac
