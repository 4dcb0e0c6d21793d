import { type EditorRowReply, isFailure, type NotificationReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { settleDraft } from '../../lib/saving/settle-draft.ts'
import { useSaving } from '../../lib/saving/use-saving.ts'
import { useFailureText, useFailureToast } from '../../lib/server/failure-text.ts'
import { INBOX } from '../../lib/server/inbox.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useUndoToast } from '../../lib/server/undo.ts'
import { inboxMutations } from './queries.ts'

export type ItemActs = {
  /** What the person can do with the text; null: they can only read it. */
  readonly writes: 'save' | 'suggest' | null
  /** Saves or suggests a text. */
  readonly write: (forms: Forms) => void
  /** Takes the proposed wording. */
  readonly take: () => void
  readonly isPending: boolean
  /** What happened to the last text, if it was not saved, and what to do. */
  readonly problem: string | null
}

/** Returns what the person can do with the text that a notification is about. */
export function useItemActs(
  item: NotificationReply,
  row: EditorRowReply | undefined,
  { onWritten, onTaken }: { readonly onWritten: () => void; readonly onTaken: () => void },
): ItemActs {
  const { t } = useTranslation('inbox')
  const access = useAccess()
  const client = useQueryClient()
  const failureText = useFailureText()
  const undoToast = useUndoToast(item.project.slug)
  const saving = useSaving()
  const { project, key, language } = item
  const version = row?.target.version ?? 0
  const on = key === null || language === null ? null : { language, namespace: key.namespace }
  const may = (action: 'translations.save' | 'suggestions.add') =>
    on !== null && access.onText(action, on) === null
  const writes = may('translations.save') ? 'save' : may('suggestions.add') ? 'suggest' : null
  const address = { project: project.slug, language: language ?? '', keyId: key?.id ?? 0 }
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: INBOX }),
      client.invalidateQueries({ queryKey: projectKey(project.slug) }),
    ])
  const write = useMutation({
    mutationFn: async (forms: Forms) => {
      if (writes === 'suggest') {
        await inboxMutations.suggest(item, forms)
        return { operation: null, translation: null }
      }
      const draft = saving.drafts.read(address)
      const sourceVersion = draft === null ? row?.source.version : draft.sourceVersion
      const seen = { baseVersion: draft?.baseVersion ?? version, sourceVersion }
      return inboxMutations.save(item, forms, seen)
    },
    onSuccess: ({ operation, translation }, sent) => {
      undoToast(t(writes === 'suggest' ? 'said.suggested' : 'said.taken'), operation)
      // The fields stay open if more was typed meanwhile.
      if (settleDraft(saving, address, { sent, saved: translation })) onWritten()
    },
    onSettled: refresh,
  })
  const take = useMutation({
    mutationFn: () => {
      const sourceVersion = row?.source.version
      const seen = { baseVersion: version, ...(sourceVersion === undefined ? {} : { sourceVersion }) }
      return inboxMutations.applyProposal(item.id, seen)
    },
    onSuccess: ({ operation }) => {
      undoToast(t('said.taken'), operation)
      onTaken()
    },
    // The button that was pressed has no place for it, so it is a notice as well.
    onError: useFailureToast(),
    onSettled: refresh,
  })
  const error = write.error ?? take.error
  return {
    writes,
    write: (forms) => write.mutate(forms),
    take: () => take.mutate(),
    isPending: write.isPending || take.isPending,
    // What was typed is a draft in this browser, shared with the editor.
    problem:
      error === null
        ? null
        : isFailure(error, 'stale-edit')
          ? t('problem.stale')
          : `${failureText(error)} ${t('problem.kept')}`,
  }
}
