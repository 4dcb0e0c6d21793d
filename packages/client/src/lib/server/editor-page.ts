/** Number of strings that the editor loads together. */
export const PAGE_SIZE = 100

type FirstPage = {
  /** URL names, encoded as in a URL. */
  readonly project: string
  readonly language: string
  /** The search; empty for all strings. */
  readonly q: string
}

/** Returns the URL of the editor's first page, the same as `translationQueries.page` requests. */
export function firstPageAddress({ project, language, q }: FirstPage): string {
  const query = new URLSearchParams({ language: decodeURIComponent(language) })
  if (q !== '') query.set('q', q)
  query.set('offset', '0')
  query.set('limit', String(PAGE_SIZE))
  return `/api/projects/${project}/translations?${query}`
}
