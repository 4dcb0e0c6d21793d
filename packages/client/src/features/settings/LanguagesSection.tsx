import { isFailure, type ProjectReply, type UnsentAnswer } from '@dragoman/contract'
import { directionOf } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { LanguageField } from '../../components/LanguageField.tsx'
import { unsentAnswer } from '../../components/unsent-answer.ts'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { isFocusLost } from '../../lib/focus/focus-screen.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { useUndoToast } from '../../lib/server/undo.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import { languageMutations } from './queries.ts'
import styles from './Settings.module.css'

const NONE = '-'

/** Languages of the project and their fallbacks. */
export function LanguagesSection({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('settings')
  return (
    <section>
      <h2>{t('languages')}</h2>
      <Table
        label={t('languages')}
        columns={[
          { id: 'language', name: t('language') },
          { id: 'fallback', name: t('fallback') },
          { id: 'acts', name: t('remove'), isActs: true },
        ]}
      >
        {project.languages.map(({ tag }) => (
          <tr key={tag}>
            <td>
              <b className={styles.name}>
                <bdi lang={tag} dir={directionOf(tag)}>
                  {endonym(tag)}
                </bdi>
              </b>{' '}
              <code className="muted">{tag}</code>
            </td>
            {tag === project.sourceLanguage ? (
              <td className="muted" colSpan={2}>
                {t('isSource')}
              </td>
            ) : (
              <>
                <td>
                  <FallbackSelect project={project} language={tag} />
                </td>
                <td className={table.number}>
                  <RemoveLanguage project={project.slug} language={tag} />
                </td>
              </>
            )}
          </tr>
        ))}
      </Table>
      <AddLanguage project={project} />
    </section>
  )
}

/** The language whose texts are shown where a translation is missing. */
function FallbackSelect({
  project,
  language,
}: {
  readonly project: ProjectReply
  readonly language: string
}) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('languages.manage')
  const formats = useFormats()
  const change = useMutation({
    mutationFn: (fallback: string | null) => languageMutations.setFallback(project.slug, language, fallback),
    onSuccess: useRefresh(projectKey(project.slug)),
    onError: useFailureToast(),
  })
  const stored = project.languages.find(({ tag }) => tag === language)?.fallback ?? NONE
  const others = project.languages.filter(({ tag }) => tag !== language && tag !== project.sourceLanguage)
  const isRemoved = stored !== NONE && !project.languages.some(({ tag }) => tag === stored)
  return (
    <Select
      label={t('fallbackOf', { language: formats.languageName(language) })}
      labelHidden
      isDisabled={refusal !== null}
      value={stored}
      onChange={(id) => change.mutate(id === NONE ? null : id)}
      options={[
        { id: NONE, name: t('fallbackSource') },
        ...others.map(({ tag }) => ({ id: tag, name: formats.languageName(tag), note: tag })),
        // It stays stored, so that undoing its removal restores it; until then, the source is shown.
        ...(isRemoved
          ? [{ id: stored, name: t('fallbackRemoved', { language: formats.languageName(stored) }) }]
          : []),
      ]}
    />
  )
}

/** Removes a language, which can be undone; asks before texts of translation branches are lost that no file has. */
export function RemoveLanguage({
  project,
  language,
}: {
  readonly project: string
  readonly language: string
}) {
  const { t } = useTranslation(['settings', 'common'])
  const refusal = useAccess().onProject('languages.manage')
  const name = useFormats().languageName(language)
  const undoToast = useUndoToast(project)
  const refresh = useRefresh(projectKey(project))
  const showFailure = useFailureToast()
  const remove = useMutation({
    mutationFn: (unsent: UnsentAnswer | undefined) => languageMutations.remove(project, language, unsent),
    onSuccess: async ({ operation }) => {
      undoToast(t('languageRemoved', { language: name }), operation)
      await refresh()
    },
    // Unsent texts are a question, which the dialog asks.
    onError: (error) => (isFailure(error, 'unsent-texts') ? undefined : showFailure(error)),
  })
  const unsent = unsentAnswer(remove)
  const label = t('removeLanguage', { language: name })
  return (
    <>
      <IconButton
        label={label}
        size="small"
        refusal={refusal}
        isDisabled={remove.isPending}
        onPress={() => remove.mutate(undefined)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
      {unsent === undefined ? null : (
        <ConfirmDialog
          title={label}
          about={t('removeLanguageAbout')}
          act={t('common:unsent.discardAndRemove')}
          request={remove}
          onAct={() => remove.mutate(unsent)}
          onClose={remove.reset}
        />
      )}
    </>
  )
}

/** The field of a new language; each one that was added is followed by another field. */
type NewLanguageField = {
  readonly wanted: string | null
  readonly added: number
  readonly takesFocus: boolean
}
const EMPTY_FIELD: NewLanguageField = { wanted: null, added: 0, takesFocus: false }

function AddLanguage({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('languages.manage')
  const formats = useFormats()
  const refresh = useRefresh(projectKey(project.slug))
  const form = useRef<HTMLFormElement>(null)
  const [{ wanted, added, takesFocus }, setField] = useState(EMPTY_FIELD)
  const taken = useMemo(() => new Set(project.languages.map(({ tag }) => tag)), [project.languages])
  const add = useMutation({
    mutationFn: (language: string) => languageMutations.add(project.slug, language),
    onSuccess: async (outcome, language) => {
      // Adding can take long: what was typed meanwhile stays, and so does the focus of a person who works elsewhere.
      const takesFocus = isFocusLost() || form.current?.contains(document.activeElement) === true
      setField((now) => (now.wanted === language ? { wanted: null, added: now.added + 1, takesFocus } : now))
      if (outcome === 'added') showToast(t('languageAdded', { language: formats.languageName(language) }))
      await refresh()
    },
  })
  return (
    <>
      <Form
        ref={form}
        className={styles.addLine}
        onSubmit={() => wanted !== null && refusal === null && add.mutate(wanted)}
      >
        <LanguageField
          key={added}
          autoFocus={takesFocus}
          label={t('addLanguage')}
          value={wanted}
          onChange={(tag) => setField((now) => ({ ...now, wanted: tag }))}
          taken={taken}
        />
        <Button type="submit" refusal={refusal} isDisabled={wanted === null} isPending={add.isPending}>
          {t('add')}
        </Button>
      </Form>
      <ErrorLine error={add.error} />
    </>
  )
}
