import { hasSlugShape, slugFromName } from '@dragoman/core'

/** What is entered for a new project. */
export type ProjectDraft = {
  readonly name: string
  /** Null: made from the name. */
  readonly ownSlug: string | null
  readonly from: 'folder' | 'repository'
  readonly repository: string
  readonly sourceLanguage: string | null
  readonly access: 'token' | 'anyone'
  readonly countAsReviewed: boolean
}

export const EMPTY_DRAFT: ProjectDraft = {
  name: '',
  ownSlug: null,
  from: 'folder',
  repository: '',
  sourceLanguage: 'en',
  access: 'token',
  countAsReviewed: false,
}

export function slugOf({ name, ownSlug }: ProjectDraft): string {
  return ownSlug ?? slugFromName(name)
}

/** Enters an address. Until another name is entered, the project is named after its repository. */
export function withRepository(draft: ProjectDraft, repository: string): ProjectDraft {
  const isNamedAfter = draft.name === nameOfRepository(draft.repository)
  return { ...draft, repository, name: isNamedAfter ? nameOfRepository(repository) : draft.name }
}

/** Whether everything that is required is entered. */
export function isComplete(draft: ProjectDraft): boolean {
  return (
    draft.name.trim() !== '' &&
    hasSlugShape(slugOf(draft)) &&
    draft.sourceLanguage !== null &&
    (draft.from === 'folder' || draft.repository.trim() !== '')
  )
}

/** Returns the last part of an address, as typed so far: `app` of `git@git.example.org:team/app.git`. */
function nameOfRepository(address: string): string {
  const [, path = ''] = /^(?:[a-z]+:\/\/[^/]+\/|[^/:]+:)(\S+)$/.exec(address.trim()) ?? []
  return (path.split('/').at(-1) ?? '').replace(/\.git$/, '')
}
