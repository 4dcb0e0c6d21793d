import { isFailure } from '@dragoman/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { editingMutations, editingQueries } from './queries.ts'

/** The apps in whose pages texts can be edited. */
export function EditingSection({ project }: { readonly project: string }) {
  const { t } = useTranslation('editing')
  const refusal = useAccess().onProject('tokens.manage')
  const { data, error } = useQuery({ ...editingQueries.origins(project), enabled: refusal === null })
  if (refusal !== null) return null
  return (
    <section>
      <h2>{t('title')}</h2>
      {error === null ? null : <ErrorState error={error} />}
      {data === undefined ? null : <Origins project={project} origins={data.origins} />}
    </section>
  )
}

/** Text that differs from the saved list, and the list that it was made from. */
type Draft = { readonly text: string; readonly base: readonly string[] }

function Origins({ project, origins }: { readonly project: string; readonly origins: readonly string[] }) {
  const { t } = useTranslation(['editing', 'failures'])
  const failureText = useFailureText()
  const client = useQueryClient()
  // While nothing is typed, the field shows the newest list.
  const [draft, setDraft] = useState<Draft | null>(null)
  const typed = draft?.text ?? origins.join('\n')
  const lines = linesOf(typed)
  const save = useMutation({
    mutationFn: ({ text, base }: Draft) => editingMutations.setOrigins(project, linesOf(text), [...base]),
    onSuccess: (next, sent) => {
      client.setQueryData(editingQueries.origins(project).queryKey, next)
      // What was typed meanwhile is based on what was sent.
      setDraft((now) =>
        now === null || now.text === sent.text ? null : { ...now, base: linesOf(sent.text) },
      )
      showToast(t('saved'))
    },
  })
  function type(text: string): void {
    const base = draft?.base ?? origins
    setDraft(text === base.join('\n') ? null : { text, base })
  }
  return (
    <Form className="form" onSubmit={() => draft !== null && save.mutate(draft)}>
      <TextField
        label={t('origins')}
        hint={t('originsHint')}
        code
        rows={Math.max(2, lines.length + 1)}
        value={typed}
        onChange={type}
        placeholder="https://shop.example.com"
        problem={save.error === null ? undefined : problemOf(save.error, save.variables.text)}
      />
      <Button type="submit" isPending={save.isPending} isDisabled={draft === null}>
        {t('save')}
      </Button>
    </Form>
  )

  /** Returns why a text could not be saved; nothing once the line that was refused is no longer in the field. */
  function problemOf(error: Error, sent: string): string | undefined {
    const [, index] = (isFailure(error, 'invalid-input') && error.fields[0]?.pointer.match(/(\d+)$/)) || []
    const line = index === undefined ? undefined : linesOf(sent)[Number(index)]
    if (line === undefined) return failureText(error)
    return lines.includes(line) ? t('noOrigin', { line: line.trim() }) : undefined
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}
