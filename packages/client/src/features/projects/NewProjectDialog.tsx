import type { ProjectReply } from '@dragoman/contract'
import { hasSlugShape, LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountAsReviewed } from '../../components/CountAsReviewed.tsx'
import { FolderCandidates } from '../../components/FolderCandidates.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { LanguageField } from '../../components/LanguageField.tsx'
import type { SourceChoice } from '../../lib/folders/folder-choice.ts'
import { useReadRequest } from '../../lib/server/use-read-request.ts'
import { useFields } from '../../lib/use-fields.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioChoice } from '../../ui/RadioChoice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { FoundProjects } from './FoundProjects.tsx'
import styles from './NewProjectDialog.module.css'
import { EMPTY_DRAFT, isComplete, type ProjectDraft, slugOf, withRepository } from './project-draft.ts'
import { projectMutations, projectQueries } from './queries.ts'
import { useFoundProjects } from './use-found-projects.ts'

export type NewProjectDialogProps = {
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

type ProjectNames = Pick<NewProject, 'slug' | 'name'>

/**
 * Creates a project for a folder of the server, one for each project found there, one for a repository, or an
 * empty one. Its buttons stay in sight, however much is found.
 */
export function NewProjectDialog({ onClose, onMade, onRepository }: NewProjectDialogProps) {
  const { t } = useTranslation(['projects', 'common'])
  const { fields: draft, set, bind } = useFields(EMPTY_DRAFT)
  const [isTried, setIsTried] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const found = useFoundProjects((sourceLanguage) => set({ sourceLanguage }))
  const { name, sourceLanguage } = draft
  const isFromRepository = draft.from === 'repository'
  const { newProject, count, create } = useCreateProject(draft, found, onMade)
  const check = useNameCheck(newProject)
  const isSeveral = count > 1
  const isReady = isComplete(draft) && (isFromRepository || !found.isOffered || found.ticked.length > 0)
  const connect = useLatestCallback((checked: ProjectNames) => {
    const isSame = checked.slug === newProject.slug && checked.name === newProject.name
    if (isSame && isReady && isFromRepository) onRepository(newProject, draft.repository.trim())
  })
  const act = isFromRepository ? t('connectNext') : t(isSeveral ? 'createSeveral' : 'create', { count })
  return (
    <FormDialog
      title={t('new')}
      onClose={onClose}
      act={act}
      request={isFromRepository ? check.request : create}
      error={(isFromRepository ? check.request.error : create.error) ?? found.error}
      onAct={() => {
        setIsTried(true)
        if (isReady && isFromRepository) check.run(connect)
        else if (isReady) create.mutate()
        else if (name.trim() === '') nameField.current?.focus()
      }}
      actsOnEnter
    >
      <TextField
        label={t('name')}
        {...bind('name')}
        isRequired
        maxLength={LIMITS.nameMax}
        autoFocus
        inputRef={nameField}
        problem={isTried && name.trim() === '' ? t('nameMissing') : check.nameProblem}
      />
      <UrlNameField {...{ draft, isTried, isSeveral }} problem={check.slugProblem} onChange={set} />
      <RadioChoice
        label={t('from')}
        {...bind('from')}
        options={[
          { id: 'folder', name: t('fromFolder') },
          { id: 'repository', name: t('fromRepository') },
        ]}
      />
      {isFromRepository ? (
        <RepositoryField {...{ draft, isTried }} onChange={set} />
      ) : (
        <FolderFields
          found={found}
          name={name.trim()}
          isTried={isTried}
          source={{ language: sourceLanguage, onChange: (tag) => set({ sourceLanguage: tag }) }}
        />
      )}
      {isSeveral ? null : (
        <LanguageField label={t('sourceLanguage')} {...bind('sourceLanguage')} isAsked={isTried} />
      )}
      {isFromRepository || found.chosenFolder === '' ? null : (
        <CountAsReviewed
          isSelected={draft.countAsReviewed}
          onChange={(countAsReviewed) => set({ countAsReviewed })}
        />
      )}
      <RadioChoice
        label={t('access')}
        {...bind('access')}
        options={[
          { id: 'token', name: t('accessToken'), hint: t('accessTokenHint') },
          { id: 'anyone', name: t('accessAnyone'), hint: t('accessAnyoneHint') },
        ]}
      />
    </FormDialog>
  )
}

/** Returns the project to create, the number of projects with it, and the request that creates them. */
function useCreateProject(
  draft: ProjectDraft,
  found: ReturnType<typeof useFoundProjects>,
  onMade: NewProjectDialogProps['onMade'],
) {
  const client = useQueryClient()
  const [first, ...others] = draft.from === 'repository' ? [] : found.ticked
  const isSeveral = others.length > 0
  const newProject: NewProject = {
    slug: slugOf(draft),
    name: draft.name.trim(),
    sourceLanguage: (isSeveral ? first?.sourceLanguage : draft.sourceLanguage) ?? '',
    deliverPublic: draft.access === 'anyone',
  }
  const count = others.length + 1
  const create = useMutation({
    mutationFn: () =>
      projectMutations.create({
        ...newProject,
        ...(found.chosenFolder === ''
          ? {}
          : { folder: found.chosenFolder, countAsReviewed: draft.countAsReviewed }),
        ...found.choice,
        ...(isSeveral ? { others: others.map(({ pattern }) => pattern), remember: false } : {}),
      }),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: projectQueries.list().queryKey })
      onMade(project, count)
    },
  })
  return { newProject, count, create }
}

/**
 * Checks the names of a project before its repository is connected, because a name that is refused at the end would
 * lose all that was entered for it. Problems are those of the names as they are now.
 */
function useNameCheck({ slug, name }: NewProject) {
  const { t } = useTranslation('failures')
  const request = useReadRequest({ mutationFn: projectMutations.checkNames })
  const { data, variables: checked } = request
  const slugIs = checked?.slug === slug ? (data?.slug ?? null) : null
  return {
    request,
    /** Passes the names on if they are free, unless the dialog was closed meanwhile. */
    run: (onFree: (names: ProjectNames) => void) =>
      request.mutate(
        { slug, name },
        {
          onSuccess: (found, names) => {
            if (found.slug === null && !found.isNameTaken) onFree(names)
          },
        },
      ),
    nameProblem:
      data?.isNameTaken === true && checked?.name === name ? t('already-exists_project') : undefined,
    slugProblem: slugIs === null ? undefined : slugIs === 'taken' ? t('already-exists') : t('field.reserved'),
  }
}

type DraftFieldProps = {
  readonly draft: ProjectDraft
  readonly isTried: boolean
  readonly onChange: (part: Partial<ProjectDraft>) => void
}

function RepositoryField({ draft, isTried, onChange }: DraftFieldProps) {
  const { t } = useTranslation('projects')
  return (
    <TextField
      label={t('repository')}
      hint={t('repositoryHint')}
      placeholder="git@git.example.org:team/app.git"
      value={draft.repository}
      onChange={(text) => onChange(withRepository(draft, text))}
      problem={isTried && draft.repository.trim() === '' ? t('repositoryMissing') : undefined}
      code
    />
  )
}

function UrlNameField({
  draft,
  isTried,
  isSeveral,
  problem,
  onChange,
}: DraftFieldProps & { readonly isSeveral: boolean; readonly problem: string | undefined }) {
  const { t } = useTranslation('projects')
  const slug = slugOf(draft)
  // An empty one is named with the project.
  const isFine = hasSlugShape(slug) || (slug === '' && (!isTried || draft.name.trim() === ''))
  return (
    <TextField
      label={t('address')}
      hint={t(isSeveral ? 'addressHintFirst' : 'addressHint')}
      value={slug}
      onChange={(ownSlug) => onChange({ ownSlug })}
      isRequired
      code
      problem={isFine ? problem : t('addressRule')}
    />
  )
}

/** A folder of the server, and the projects found there. */
function FolderFields({
  found,
  name,
  isTried,
  source,
}: {
  readonly found: ReturnType<typeof useFoundProjects>
  readonly name: string
  readonly isTried: boolean
  readonly source: SourceChoice
}) {
  const { t } = useTranslation('projects')
  const { folder, candidates, isOffered, ticked, choice } = found
  const shown = isOffered ? ticked : (candidates ?? [])
  const hasDetails = candidates !== null && (isOffered ? ticked.length === 1 : true)
  return (
    <>
      <div className={styles.folder}>
        <TextField
          label={t('folder')}
          hint={t('folderHint')}
          value={folder}
          onChange={found.setFolder}
          code
        />
        <Button isDisabled={folder.trim() === ''} isPending={found.isScanning} onPress={found.scan}>
          {t('inspect')}
        </Button>
      </div>
      {isOffered ? (
        <FoundProjects
          candidates={candidates ?? []}
          ticked={ticked.map(({ pattern }) => pattern)}
          onChange={found.tick}
          name={name}
          problem={isTried && ticked.length === 0 ? t('foundNone') : undefined}
        />
      ) : null}
      {hasDetails ? (
        <FolderCandidates candidates={shown} choice={choice} onChange={found.choose} source={source} />
      ) : null}
    </>
  )
}
