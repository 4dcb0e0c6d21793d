import type { AuditEntryReply } from '@dragoman/contract'
import type { AuditDetails, AuditKind } from '@dragoman/core'
import type { TFunction } from 'i18next'
import type { RightsChange } from '../../components/use-change-words.ts'
import type { Formats } from '../../i18n/formats.ts'

/** What sentences and details of an entry are made of. */
export type AuditWords = {
  readonly t: TFunction<'audit'>
  readonly formats: Pick<
    Formats,
    'list' | 'sideBySide' | 'number' | 'percent' | 'dateTime' | 'days' | 'duration' | 'languageName'
  >
  /** Who did it; someone where that is not known. */
  readonly actor: string
  /** What it was done to. */
  readonly target: string
  /** The name of the project. */
  readonly project: string
  /** Whether people did it to their own account. */
  readonly isOwn: boolean
  /** Says what a change of rights did. */
  readonly rightsWords: (change: RightsChange) => string
  readonly roleName: (role: string) => string
  readonly scopeName: (scope: string) => string
  readonly formatName: (format: string) => string
}

/** The details of an entry as they were stored: any can be missing, or be of another version. */
export type StoredDetails<Kind extends AuditKind> = {
  readonly [D in NamesOf<AuditDetails[Kind]>]?: unknown
}

type NamesOf<T> = T extends unknown ? keyof T : never

/** The sentence of each kind of entries; the compiler asks for one where a kind is added. */
export type Sentences<Kind extends AuditKind> = {
  readonly [K in Kind]: (details: StoredDetails<K>, words: AuditWords) => string
}

/** Says in words whom and what an entry is about. */
export function subjectOf(
  { actor, target, projectName, kind }: AuditEntryReply,
  { t, actorName }: { readonly t: TFunction<'audit'>; readonly actorName: string | null },
): Pick<AuditWords, 'actor' | 'target' | 'project' | 'isOwn'> {
  return {
    actor: actorName ?? t('audit:someone'),
    target: readableTarget(target),
    project: projectName ?? (kind.startsWith('project.') ? target : t('audit:deletedProject')),
    isOwn: actor !== null && actor.name === target,
  }
}

/** Entries of earlier versions named links for invitations by their number. */
function readableTarget(target: string): string {
  return /^(?:user|group|invitation):\d+$/.test(target) ? '' : target
}

/** Returns a text, and an empty one for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns the texts of a list, and none of anything else. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

/** Returns the host of a URL, such as that of an identity provider; anything else as it is. */
export function hostOf(value: unknown): string {
  const text = textOf(value)
  return URL.canParse(text) ? new URL(text).host : text
}
