/** URLs of things in a project, for receivers of webhooks. */
export type Links = {
  readonly project: string
  readonly text: (keyId: number, language: string) => string
  readonly comment: (keyId: number, language: string, commentId: number) => string
  readonly key: (name: string) => string
  readonly page: (name: 'overview' | 'tasks' | 'activity' | 'files' | 'members' | 'settings') => string
}

export function linksOf(origin: string, slug: string): Links {
  const project = `${origin}/p/${slug}`
  const text = (keyId: number, language: string) =>
    `${project}/translate/${encodeURIComponent(language)}?key=${keyId}`
  return {
    project,
    text,
    comment: (keyId, language, commentId) => `${text(keyId, language)}&comment=${commentId}`,
    key: (name) => `${project}/keys?q=${encodeURIComponent(name)}`,
    page: (name) => `${project}/${name}`,
  }
}
