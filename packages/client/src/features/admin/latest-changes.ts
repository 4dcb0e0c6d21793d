/** Returns the entries of the newest version in a changelog as plain lines. */
export function latestChanges(changelog: string): readonly string[] {
  const newest = changelog.split(/^## /m)[1] ?? ''
  return newest
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.split(/\n\s*\n|^#/m)[0] ?? '')
    .map((entry) => entry.replace(/\s+/g, ' ').replace(/[`*]/g, '').trim())
    .filter((entry) => entry !== '')
}
