import type { ProjectReply } from '@dragoman/contract'
import { hasSlugShape, slugFromName } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountAsReviewed } from '../../components/CountAsReviewed.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { FolderCandidates } from '../../components/FolderCandidates.tsx'
import { LanguageField } from '../../components/LanguageField.tsx'
import { choiceOf } from '../../lib/folders/folder-choice.ts'
import { useFolderScan } from '../../lib/folders/use-folder-scan.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RadioChoice } from '../../ui/RadioChoice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FoundProjects } from './FoundProjects.tsx'
import styles from './NewProjectDialog.module.css'
import { projectMutations, projectQueries } from './queries.ts'

export type NewProjectDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** `count`: number of created projects; `project` is the first of them. */
  readonly onMade: (project: ProjectReply, count: number) => void
  /** The project is in a repository: it is created once that is connected. */
  readonly onRepository: (newProject: NewProject, address: string) => void
}

/** A project to create. */
export type NewProject = {
  readonly slug: string
  readonly name: string
  readonly sourceLanguage: string
  readonly deliverPublic: boolean
}

/**
 * Creates a project for a folder of the server, one for each project found there, one for a repository, or an
 * empty one. Its buttons stay in sight, however much is found.
 */
export function NewProjectDialog({ isOpen, ...props }: NewProjectDialogProps) {
  return isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({ onClose, onMade, onRepository }: Omit<NewProjectDialogProps, 'isOpen'>) {
  const { t } = useTranslation(['projects', 'common'])
  const client = useQueryClient()
  const form = useId()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const [access, setAccess] = useState<'token' | 'anyone'>('token')
  const [sourceLanguage, setSourceLanguage] = useState<string | null>('en')
  const { folder, setFolder, scan, isScanning, candidates, choice, choose, chosenFolder, error } =
    useFolderScan((detection) => setSourceLanguage(detection.sourceLanguage))

  const [from, setFrom] = useState<'folder' | 'repository'>('folder')
  const [repository, setRepository] = useState('')
  const isFromRepository = from === 'repository'
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isOffered = !isFromRepository && candidates !== null && candidates.length > 1
  const ticked = (isOffered ? candidates : []).filter(
    ({ pattern, isConnected }) => !isConnected && !left.has(pattern),
  )
  const isSeveral = ticked.length > 1
  const [first, ...others] = ticked
  const tick = (patterns: readonly string[]) => {
    setLeft(
      new Set(candidates?.map(({ pattern }) => pattern).filter((pattern) => !patterns.includes(pattern))),
    )
    const next = candidates?.find(({ pattern }) => pattern === patterns[0])
    if (next !== undefined && next.pattern !== choice?.pattern) choose(choiceOf(next))
  }

  const changeFolder = (text: string) => {
    setFolder(text)
    setLeft(new Set())
  }

  const changeRepository = (text: string) => {
    // Until another name is entered, the project is named after its repository.
    if (name === nameOfRepository(repository)) setName(nameOfRepository(text))
    setRepository(text)
  }

  const slug = ownSlug ?? slugFromName(name)
  const isReady =
    name.trim() !== '' &&
    hasSlugShape(slug) &&
    sourceLanguage !== null &&
    (!isOffered || first !== undefined) &&
    (!isFromRepository || repository.trim() !== '')

  const [countAsReviewed, setCountAsReviewed] = useState(false)
  const newProject: NewProject = {
    slug,
    name: name.trim(),
    sourceLanguage: (isSeveral ? first?.sourceLanguage : sourceLanguage) ?? '',
    deliverPublic: access === 'anyone',
  }
  const create = useMutation({
    mutationFn: () =>
      projectMutations.create({
        ...newProject,
        ...(chosenFolder === '' ? {} : { folder: chosenFolder, countAsReviewed }),
        ...choice,
        ...(isSeveral ? { others: others.map(({ pattern }) => pattern), remember: false } : {}),
      }),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: projectQueries.list().queryKey })
      onMade(project, Math.max(ticked.length, 1))
    },
  })
  const problem = create.error ?? error

  return (
    <Dialog
      title={t('new')}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" type="submit" form={form} isPending={create.isPending}>
          {isFromRepository
            ? t('connectNext')
            : isSeveral
              ? t('createSeveral', { count: ticked.length })
              : t('create')}
        </Button>
      }
    >
      <form
        id={form}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (isReady && isFromRepository) onRepository(newProject, repository.trim())
          else if (isReady) create.mutate()
          else if (name.trim() === '') nameField.current?.focus()
        }}
      >
        <ErrorLine error={problem} />
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          isRequired
          maxLength={100}
          autoFocus
          inputRef={nameField}
          problem={isTried && name.trim() === '' ? t('nameMissing') : undefined}
        />
        <TextField
          label={t('address')}
          hint={t(isSeveral ? 'addressHintFirst' : 'addressHint')}
          value={slug}
          onChange={setOwnSlug}
          isRequired
          code
          problem={
            hasSlugShape(slug) || (slug === '' && (!isTried || name.trim() === ''))
              ? undefined
              : t('addressRule')
          }
        />
        <RadioChoice
          label={t('from')}
          value={from}
          onChange={setFrom}
          options={[
            { id: 'folder', name: t('fromFolder') },
            { id: 'repository', name: t('fromRepository') },
          ]}
        />
        {isFromRepository ? (
          <TextField
            label={t('repository')}
            hint={t('repositoryHint')}
            placeholder="git@git.example.org:team/app.git"
            value={repository}
            onChange={changeRepository}
            problem={isTried && repository.trim() === '' ? t('repositoryMissing') : undefined}
            code
          />
        ) : (
          <div className={styles.folder}>
            <TextField
              label={t('folder')}
              hint={t('folderHint')}
              value={folder}
              onChange={changeFolder}
              code
            />
            <Button isDisabled={folder.trim() === ''} isPending={isScanning} onPress={scan}>
              {t('inspect')}
            </Button>
          </div>
        )}
        {isOffered ? (
          <FoundProjects
            candidates={candidates}
            ticked={ticked.map(({ pattern }) => pattern)}
            onChange={tick}
            name={name.trim()}
            problem={isTried && first === undefined ? t('foundNone') : undefined}
          />
        ) : null}
        {isFromRepository || candidates === null || isSeveral || (isOffered && first === undefined) ? null : (
          <FolderCandidates
            candidates={isOffered ? ticked : candidates}
            choice={choice}
            onChange={choose}
            source={{ language: sourceLanguage, onChange: setSourceLanguage }}
          />
        )}
        {isSeveral ? null : (
          <LanguageField
            label={t('sourceLanguage')}
            value={sourceLanguage}
            onChange={setSourceLanguage}
            isAsked={isTried}
          />
        )}
        {isFromRepository || chosenFolder === '' ? null : (
          <CountAsReviewed isSelected={countAsReviewed} onChange={setCountAsReviewed} />
        )}
        <RadioChoice
          label={t('access')}
          value={access}
          onChange={setAccess}
          options={[
            { id: 'token', name: t('accessToken'), hint: t('accessTokenHint') },
            { id: 'anyone', name: t('accessAnyone'), hint: t('accessAnyoneHint') },
          ]}
        />
      </form>
    </Dialog>
  )
}

/** Returns the last part of an address, as typed so far: `app` of `git@git.example.org:team/app.git`. */
function nameOfRepository(address: string): string {
  const [, path = ''] = /^(?:[a-z]+:\/\/[^/]+\/|[^/:]+:)(\S+)$/.exec(address.trim()) ?? []
  return (path.split('/').at(-1) ?? '').replace(/\.git$/, '')
}
