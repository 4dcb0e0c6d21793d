/**
 * All English texts in one chunk, loaded only if a language file cannot be loaded. The same files that are
 * served.
 */
const modules = import.meta.glob<Record<string, unknown>>('../../public/locales/en/*.json', {
  eager: true,
  import: 'default',
})

export const bundledEnglish: ReadonlyMap<string, Record<string, unknown>> = new Map(
  Object.entries(modules).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
)
