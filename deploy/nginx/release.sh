#!/bin/sh
# Selects the release of the store that nginx serves after its next reload:
#   release.sh <store directory> <release name> <built store>   adds a new release
#   release.sh <store directory> <release name>                 goes back to an existing release
set -eu
# nginx runs as another user, and hardened systems create directories that only root can read.
umask 022

fail() {
    echo "release.sh: $1" >&2
    exit 1
}

[ $# -ge 2 ] || fail 'usage: release.sh <store directory> <release name> [<built store>], as in: release.sh /srv/store 2026-01-31 dist'
case $1 in /*) ;; *) fail "the store directory must be an absolute path, not $1" ;; esac
# Both become a part of nginx's configuration.
case $1 in *[!A-Za-z0-9._/-]*) fail "the store directory can have letters, digits, dots, dashes and slashes, unlike $1" ;; esac
case $2 in *[!A-Za-z0-9._-]*) fail "the release name can have letters, digits, dots and dashes, unlike $2" ;; esac
release=$1/releases/$2 built=${3:-} live=$1/live.conf
built=${built%/}

if [ "$built" ]; then
    [ -f "$built-deploy/nginx.conf" ] || fail "$built is not a production build; run: npm run build"
    [ ! -e "$release" ] || fail "$release exists; choose another name, or leave out $built to go back to it"
    mkdir -p "$1/releases" "$1/assets"
    cp -R "$built" "$release"
    cp -R "$built-deploy" "$release/.deploy.new"
    # All releases share one assets directory, because during and after a reload open pages still request the assets of
    # the old release. File names hold a hash, so no asset replaces another.
    for asset in "$release"/assets/*; do
        [ -e "$1/assets/${asset##*/}" ] || mv "$asset" "$1/assets/"
    done
    rm -r "$release/assets"
    # The build may have been made with another umask.
    chmod -R a+rX "$release" "$1/assets"
    # Last, because a release without it was interrupted, and cannot be selected.
    mv "$release/.deploy.new" "$release/.deploy"
fi
[ -f "$release/.deploy/nginx.conf" ] || fail "there is no release $2 in $1/releases"

# nginx reads pages and policy from here when it reloads, so both change together.
cat >"$live.new" <<END
set \$store_directory $1;
set \$store_release $release;
include $release/.deploy/nginx.conf;
END
mv "$live.new" "$live"
echo "$release is online as soon as nginx is reloaded."
