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

function Origins({ project, origins }: { readonly project: string; readonly origins: readonly string[] }) {
  const { t } = useTranslation(['editing', 'failures'])
  const failureText = useFailureText()
  const client = useQueryClient()
  const saved = origins.join('\n')
  const [typed, setTyped] = useState(saved)
  const lines = typed.split('\n').filter((line) => line.trim() !== '')
  const save = useMutation({
    mutationFn: () => editingMutations.setOrigins(project, lines),
    onSuccess: (next) => {
      client.setQueryData(editingQueries.origins(project).queryKey, next)
      setTyped(next.origins.join('\n'))
      showToast(t('saved'))
    },
  })
  return (
    <Form className="form" onSubmit={() => save.mutate()}>
      <TextField
        label={t('origins')}
        hint={t('originsHint')}
        code
        rows={Math.max(2, lines.length + 1)}
        value={typed}
        onChange={setTyped}
        placeholder="https://shop.example.com"
        problem={save.error === null ? undefined : problemOf(save.error)}
      />
      <Button type="submit" isPending={save.isPending} isDisabled={typed === saved}>
        {t('save')}
      </Button>
    </Form>
  )

  function problemOf(error: Error): string {
    const [, index] = (isFailure(error, 'invalid-input') && error.fields[0]?.pointer.match(/(\d+)$/)) || []
    const line = index === undefined ? undefined : lines[Number(index)]
    return line === undefined ? failureText(error) : t('noOrigin', { line: line.trim() })
  }
}
