import type { AuditEntryReply } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { useChangeWords } from '../../components/use-change-words.ts'
import { useFormats } from '../../i18n/formats.ts'
import { type AuditWords, subjectOf } from './audit-words.ts'

/** What the sentence and the details of an entry are made of, in the interface's language. */
export function useAuditWords(entry: AuditEntryReply): AuditWords {
  const { t } = useTranslation(['audit', 'members', 'formats'])
  const formats = useFormats()
  const actorName = useActorName()
  const rightsWords = useChangeWords()
  return {
    ...subjectOf(entry, { t, actorName: actorName(entry.actor) }),
    t,
    formats,
    rightsWords,
    roleName: (role) => t(`members:roles.${role}`, { defaultValue: role }),
    scopeName: (scope) => t(`members:scopes.${scope}`, { defaultValue: scope }),
    formatName: (format) => nameOfFormat(format),
  }
}
