/** What a delivery path asks for; the language is as the app spells it. */
export type BundleAddress = {
  readonly project: string
  readonly language: string
  readonly namespace: string
}

const ADDRESS = /^\/d\/([^/]+)\/live\/locales\/([^/]+)\/(.+)\.json$/

/** Reads `/d/{project}/live/locales/{lng}/{ns}.json`; null for any other path. */
export function bundleAddress(path: string): BundleAddress | null {
  const found = ADDRESS.exec(path)
  const [, project, language, namespace] = found ?? []
  if (project === undefined || language === undefined || namespace === undefined) return null
  try {
    return { project, language: decodeURIComponent(language), namespace: decodeURIComponent(namespace) }
  } catch {
    return null // a broken percent escape names nothing
  }
}
