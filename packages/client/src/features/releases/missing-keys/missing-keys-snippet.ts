/** Returns the i18next options, to copy, that make an app report the keys it does not find. */
export function missingKeysSnippet(project: string, channel: string): string {
  const address = `${location.origin}/d/${encodeURIComponent(project)}/${channel}/missing/{{lng}}/{{ns}}`
  return `saveMissing: true,\nbackend: {\n  addPath: '${address}'\n}`
}
