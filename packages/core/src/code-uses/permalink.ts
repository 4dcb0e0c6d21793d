import type { CodeUse } from './code-use.ts'

/** How forges format the URL of a line of a file at a commit. */
export const PERMALINK_FORMS = {
  github: '/blob/{commit}/{path}#L{line}',
  gitlab: '/-/blob/{commit}/{path}#L{line}',
  gitea: '/src/commit/{commit}/{path}#L{line}',
} as const
export type PermalinkForm = keyof typeof PERMALINK_FORMS

/** Returns whether a text is a URL with `{commit}` and `{path}` after the host. */
export function isPermalink(template: string): boolean {
  if (!/^https?:\/\/[^/{}\s]+\//.test(template) || !URL.canParse(template)) return false
  return template.includes('{commit}') && template.includes('{path}')
}

/** Returns the URL of a use, with all values URL-encoded. */
export function permalinkOf(
  template: string,
  { commit, path, line }: { readonly commit: string } & Pick<CodeUse, 'path' | 'line'>,
): string {
  const parts = new Map([
    ['commit', encodeURIComponent(commit)],
    ['path', path.split('/').map(encodeURIComponent).join('/')],
    ['line', String(line)],
  ])
  return template.replaceAll(/\{(commit|path|line)\}/g, (_, name: string) => parts.get(name) ?? '')
}
