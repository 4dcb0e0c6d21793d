import type { KeyReply, KeyServedReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAliasWords } from '../../../components/ServedSummary.tsx'
import { isComposing } from '../../../lib/is-composing.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { shownKeyName } from '../../../lib/text/shown-key-name.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { keyMutations } from '../queries.ts'
import styles from './KeyPanel.module.css'
import type { FieldState } from './use-key-fields.ts'

export type AliasFieldProps = {
  readonly project: string
  readonly keyNow: KeyReply
  readonly served: KeyServedReply
  readonly field: FieldState
  /** Why this person cannot change them. */
  readonly refusal: string | null
  readonly onDone: (operationId: number | null) => void
}

/** The aliases of a key; Enter adds one. */
export function AliasField({ project, keyNow, served, field, refusal, onDone }: AliasFieldProps) {
  const { t } = useTranslation('keys')
  const aliasWords = useAliasWords()
  const failureText = useFailureText()
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const text = field.typed?.text ?? ''
  const names = served.aliases.map(({ name }) => name)
  const change = useMutation({
    mutationFn: ({ aliases }: { readonly aliases: readonly string[]; readonly done: string }) =>
      keyMutations.update(project, keyNow.id, { baseVersion: keyNow.version, aliases: [...aliases] }),
    onSuccess: async ({ operation }, { done }) => {
      field.discard()
      undoToast(done, operation)
      await client.invalidateQueries({ queryKey: projectKey(project) })
      onDone(operation?.id ?? null)
    },
    onError: (error) => field.report({ error }),
  })
  const add = () => {
    const name = text.trim()
    if (name === '' || names.includes(name) || change.isPending) return
    change.mutate({ aliases: [...names, name], done: t('aliases.added') })
  }
  return (
    <div className={styles.field}>
      <TextField
        label={t('aliases.label')}
        value={text}
        isReadOnly={refusal !== null}
        hint={refusal ?? t('aliases.hint')}
        onChange={(value) => {
          if (value === '') field.discard()
          else field.keep({ text: value, base: keyNow })
          change.reset()
        }}
        code
        maxLength={LIMITS.keyNameMax}
        placeholder={t('aliases.add')}
        problem={change.error === null ? undefined : failureText(change.error)}
        onKeyDown={(event) => {
          if (refusal !== null || isComposing(event.nativeEvent)) return
          if (event.key === 'Enter') add()
          else if (event.key === 'Escape' && text !== '') {
            field.discard()
            change.reset()
            event.preventDefault()
          }
        }}
      />
      {served.aliases.length === 0 ? null : (
        <ul className={styles.aliases}>
          {served.aliases.map((alias) => {
            const name = shownKeyName(alias.name)
            return (
              <li key={alias.name}>
                <code dir="ltr">{name}</code>
                <IconButton
                  label={t('aliases.retire', { name })}
                  size="small"
                  refusal={refusal}
                  isDisabled={change.isPending}
                  onPress={() =>
                    change.mutate({
                      aliases: names.filter((one) => one !== alias.name),
                      done: t('aliases.retired'),
                    })
                  }
                >
                  <X aria-hidden="true" />
                </IconButton>
                <span className={styles.about}>{aliasWords(served, alias)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
