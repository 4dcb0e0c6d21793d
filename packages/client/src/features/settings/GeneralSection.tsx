import type { ProjectReply } from '@dragoman/contract'
import { hasSlugShape } from '@dragoman/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { MESSAGE_SYNTAXES, PLAIN_SYNTAX } from './message-syntaxes.ts'
import { useProjectUpdate } from './queries.ts'
import styles from './Settings.module.css'

export type GeneralSectionProps = { readonly project: ProjectReply; readonly onMoved: (slug: string) => void }

/**
 * Name, URL name and message syntax. A new URL name changes every link to the project, which is pointed out.
 */
export function GeneralSection({ project, onMoved }: GeneralSectionProps) {
  const { t } = useTranslation(['settings', 'common'])
  const refusal = useAccess().onProject('project.manage')
  const failureText = useFailureText()
  const [name, setName] = useState(project.name)
  const [slug, setSlug] = useState(project.slug)
  const update = useProjectUpdate(project.slug, (next) => {
    showToast(t('saved'))
    if (next.slug !== project.slug) onMoved(next.slug)
  })
  const isSlugFine = hasSlugShape(slug)
  const isChanged = name.trim() !== project.name || slug !== project.slug
  return (
    <section className={styles.section}>
      <h2>{t('general')}</h2>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isChanged && isSlugFine && name.trim() !== '') update.mutate({ name: name.trim(), slug })
        }}
      >
        {update.error === null ? null : (
          <div role="alert">
            <Note tone="error">{failureText(update.error)}</Note>
          </div>
        )}
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          maxLength={100}
          isRequired
          isReadOnly={refusal !== null}
        />
        <TextField
          label={t('address')}
          value={slug}
          onChange={setSlug}
          code
          isRequired
          isReadOnly={refusal !== null}
          hint={slug === project.slug ? t('addressHint') : t('addressMoves')}
          problem={isSlugFine ? undefined : t('addressRule')}
        />
        <Button
          type="submit"
          refusal={refusal}
          isDisabled={!isChanged || !isSlugFine || name.trim() === ''}
          isPending={update.isPending}
        >
          {t('common:save')}
        </Button>
      </form>
      <div className={styles.form}>
        <Select
          label={t('placeholders')}
          hint={t('placeholdersHint')}
          isDisabled={refusal !== null}
          value={(update.isPending ? update.variables.syntax : undefined) ?? project.syntax}
          onChange={(syntax) => update.mutate({ syntax })}
          options={[
            ...MESSAGE_SYNTAXES.map(({ id, name, example }) => ({ id, name, note: <code>{example}</code> })),
            { id: PLAIN_SYNTAX, name: t('placeholdersNone') },
          ]}
        />
      </div>
    </section>
  )
}
