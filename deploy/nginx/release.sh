#!/bin/sh
# Makes a release of the store the one that nginx serves at its next reload:
#   release.sh <store directory> <release name> <built store>   a new release
#   release.sh <store directory> <release name>                 one that is there already
set -eu

fail() {
    echo "release.sh: $1" >&2
    exit 1
}

[ $# -ge 2 ] || fail 'say where the store is, the name of a release and what is in it, as in: release.sh /srv/store 2026-01-31 dist'
case $1 in /*) ;; *) fail "give the store's directory from the root on, not as $1" ;; esac
release=$1/releases/$2 built=${3:-} live=$1/live.conf

if [ "$built" ]; then
    [ -f "$built/.deploy/nginx.conf" ] || fail "$built is not a built store; run: npm run build"
    [ ! -e "$release" ] || fail "$release exists; choose another name, or leave out $built to go back to it"
    mkdir -p "$1/releases" "$1/assets"
    cp -R "$built" "$release"
    # The assets of all releases lie together: while nginx changes over, and in a browser that got a page a moment
    # before, either release's pages may ask for theirs. Their names hold a hash, so none replaces another.
    for asset in "$release"/assets/*; do
        [ -e "$1/assets/${asset##*/}" ] || mv "$asset" "$1/assets/"
    done
    rm -r "$release/assets"
    # nginx reads as another user.
    chmod -R a+rX "$release" "$1/assets"
fi
[ -f "$release/.deploy/nginx.conf" ] || fail "there is no release $2 in $1/releases"

# Pages and policy change together: nginx reads both from here when it reloads.
cat >"$live.new" <<END
set \$store_directory $1;
set \$store_release $release;
include $release/.deploy/nginx.conf;
END
mv "$live.new" "$live"
echo "$release is online as soon as nginx is reloaded."
