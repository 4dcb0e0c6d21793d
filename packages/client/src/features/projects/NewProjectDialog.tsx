import { api, type DetectionReply, type ProjectReply } from '@dragoman/contract'
import { parseTag } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { choiceOf, type FolderChoice } from '../../lib/folder-choice.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FolderCandidates } from '../../ui/FolderCandidates.tsx'
import { Note } from '../../ui/Note.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './NewProjectDialog.module.css'
import { projectQueries } from './queries.ts'
import { isSlug, slugOf } from './slug-of.ts'

export type NewProjectDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: (project: ProjectReply) => void
}

/** A project over a folder of the server, or an empty one. */
export function NewProjectDialog({ isOpen, onClose, onMade }: NewProjectDialogProps) {
  const { t } = useTranslation('projects')
  return (
    <Dialog title={t('new')} isOpen={isOpen} onClose={onClose}>
      <NewProjectForm onClose={onClose} onMade={onMade} />
    </Dialog>
  )
}

function NewProjectForm({ onClose, onMade }: Omit<NewProjectDialogProps, 'isOpen'>) {
  const { t } = useTranslation(['projects', 'common'])
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [folder, setFolder] = useState('')
  const [sourceLanguage, setSourceLanguage] = useState('en')
  const [found, setFound] = useState<readonly DetectionReply[] | null>(null)
  const [choice, setChoice] = useState<FolderChoice | null>(null)

  const slug = ownSlug ?? slugOf(name)
  const tag = parseTag(sourceLanguage.trim())
  const isReady = name.trim() !== '' && isSlug(slug) && tag.ok

  const inspect = useMutation({
    mutationFn: () => call(api.sources.inspect, { body: { folder: folder.trim() } }),
    onSuccess: ({ folder: resolved, candidates }) => {
      setFolder(resolved)
      setFound(candidates)
      const [best] = candidates
      if (best) choose(choiceOf(best), candidates)
    },
  })
  const choose = (next: FolderChoice, candidates: readonly DetectionReply[]) => {
    const detection = candidates.find((one) => one.pattern === next.pattern)
    if (detection && next.pattern !== choice?.pattern) setSourceLanguage(detection.sourceLanguage)
    setChoice(next)
  }
  const create = useMutation({
    mutationFn: () =>
      call(api.projects.create, {
        body: {
          slug,
          name: name.trim(),
          sourceLanguage: tag.ok ? tag.tag : sourceLanguage,
          ...(folder.trim() === '' ? {} : { folder: folder.trim() }),
          ...(choice === null ? {} : choice),
        },
      }),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: projectQueries.list().queryKey })
      onMade(project)
    },
  })
  const problem = create.error ?? inspect.error

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) create.mutate()
      }}
    >
      {problem === null ? null : (
        <div role="alert">
          <Note tone="error">{failureText(problem)}</Note>
        </div>
      )}
      <TextField label={t('name')} value={name} onChange={setName} isRequired maxLength={100} autoFocus />
      <TextField
        label={t('address')}
        hint={t('addressHint')}
        value={slug}
        onChange={setOwnSlug}
        isRequired
        code
        problem={slug === '' || isSlug(slug) ? undefined : t('addressRule')}
      />
      <div className={styles.folder}>
        <TextField
          label={t('folder')}
          hint={t('folderHint')}
          value={folder}
          onChange={(value) => {
            setFolder(value)
            setFound(null)
            setChoice(null)
          }}
          code
        />
        <Button isDisabled={folder.trim() === ''} isPending={inspect.isPending} onPress={() => inspect.mutate()}>
          {t('inspect')}
        </Button>
      </div>
      {found === null ? null : <FolderCandidates candidates={found} choice={choice} onChange={(next) => choose(next, found)} />}
      <TextField
        label={t('sourceLanguage')}
        hint={tag.ok ? formats.languageName(tag.tag) : t('sourceLanguageHint')}
        value={sourceLanguage}
        onChange={setSourceLanguage}
        isRequired
        code
        problem={sourceLanguage === '' || tag.ok ? undefined : t('tagRule')}
      />
      <div className={styles.actions}>
        <Button onPress={onClose}>{t('common:cancel')}</Button>
        <Button look="primary" type="submit" isDisabled={!isReady} isPending={create.isPending}>
          {t(create.isPending && folder.trim() !== '' ? 'importing' : 'create')}
        </Button>
      </div>
    </form>
  )
}
