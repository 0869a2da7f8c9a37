#!/usr/bin/env bash
# Makes a release of the commit that is checked out: tag, sources, list of packages (SBOM), image for amd64 and arm64, checksums.
#   ops/release.sh VERSION [FOLDER] [--without-images] [--skip-tests]      FOLDER: ../tasa-VERSION if not given
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:?ops/release.sh VERSION [FOLDER]} folder=../tasa-$1
shift
refuse() {
  echo "$1" >&2
  exit 1
}
for option; do
  case $option in
    --without-images) images=no ;;
    --skip-tests) tests=no ;;
    -*) refuse "There is no option $option" ;;
    *) folder=$option ;;
  esac
done

[ -z "$(git status --porcelain)" ] || refuse 'There are changes that are not committed'
[ "$(node -p 'require("./package.json").version')" = "$version" ] || refuse "package.json has another version than $version"
grep -q "^## \[${version//./\\.}\] - " CHANGELOG.md || refuse "CHANGELOG.md has no section [$version] with a day"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || refuse "There is a tag v$version already"
[ -z "$(ls -A "$folder" 2>/dev/null)" ] || refuse "$folder is not empty: a file of another attempt would get a checksum"
[ "${images:-}" = no ] || command -v buildah >/dev/null || refuse 'buildah is not on PATH: install it, or add --without-images'
if [ "${tests:-}" != no ]; then
  npm ci
  npm test
fi

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
commit=$(git rev-parse HEAD)
git archive --format=tar.gz --prefix="tasa-$version/" -o "$folder/tasa-$version.tar.gz" HEAD
npm sbom --sbom-format cyclonedx --omit=dev --package-lock-only >"$folder/tasa-$version.sbom.json"
if [ "${images:-}" != no ]; then
  # A build adds its images to a list of this name: those of an attempt that failed would be released too.
  ! buildah manifest exists "tasa:$version" || buildah manifest rm "tasa:$version"
  buildah build --platform linux/amd64,linux/arm64 --manifest "tasa:$version" --build-arg VERSION="$version" --build-arg COMMIT="$commit" .
  buildah manifest push --all "tasa:$version" "oci-archive:$folder/tasa-$version.oci.tar"
fi
(cd "$folder" && sha256sum "tasa-$version".* >SHA256SUMS)
git tag -a "v$version" -m "tasa $version"
echo "Made v$version and $folder. To publish: git push origin v$version"
