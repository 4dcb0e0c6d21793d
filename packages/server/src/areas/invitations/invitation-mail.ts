import {
  isLimitable,
  isPerLanguage,
  languageName,
  type Membership,
  membershipsFrom,
  PROJECT_ROLES,
  plainName,
} from '@dragoman/core'
import type { InvitationRow } from '@dragoman/store'
import { mailLanguage, mailTexts } from '../../mail/mail-texts.ts'

/**
 * Returns what the email of an invitation says, in words and dates of a language: who invites to what, with which roles
 * and their limits, until when. Names are chosen by people, and no one has confirmed the address: they are reduced to
 * plain text without links (docs/decisions/0155).
 */
export function invitationMail(
  { invitedBy, invitedTo, expiresAt }: Pick<InvitationRow, 'invitedBy' | 'invitedTo' | 'expiresAt'>,
  { project, language }: { readonly project: string; readonly language: string | null },
): Readonly<Record<string, string>> {
  const written = mailLanguage(language)
  const t = mailTexts(written)
  const until = new Intl.DateTimeFormat(written, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    inviter: plainName(invitedBy) || t('rights.someone'),
    project: plainName(project) || t('rights.someProject'),
    until: until.format(new Date(expiresAt)),
    rights: rightsIn(written, invitedTo),
  }
}

function rightsIn(language: string, invitedTo: InvitationRow['invitedTo']): string {
  const t = mailTexts(language)
  if (invitedTo.to === 'instance') return t('rights.account')
  return membershipsFrom(invitedTo.rights, null)
    .map((one) => roleIn(language, one))
    .join(' ')
}

/** Returns a role with the languages and namespaces that it is limited to. */
function roleIn(language: string, { role, languages, namespaces }: Omit<Membership, 'groupId'>): string {
  const t = mailTexts(language)
  const known = PROJECT_ROLES.find((one) => one === role) ?? 'viewer'
  const said = { role: t(`rights.roles.${known}`) }
  if (!isLimitable(known)) return t('rights.role', said)
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const inLanguages =
    languages !== null
      ? list.format([...languages].map((tag) => languageName(tag, language)))
      : isPerLanguage(known)
        ? t('rights.allLanguages')
        : null
  const sentences = [
    inLanguages === null
      ? t('rights.role', said)
      : t('rights.roleInLanguages', { ...said, languages: inLanguages }),
  ]
  if (namespaces?.size === 0) sentences.push(t('rights.noNamespaces'))
  else if (namespaces !== null) {
    const names = plainName(list.format(namespaces)) || '…'
    sentences.push(t('rights.inNamespaces', { namespaces: names }))
  }
  return sentences.join(' ')
}
