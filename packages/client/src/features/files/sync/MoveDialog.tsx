import type { GitPlaceReply, GitStateReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { gitMutations, gitQueries } from '../queries.ts'
import { ForgeFields, type ForgeForm, originOf } from '../repository/ForgeFields.tsx'
import repository from '../repository/Repository.module.css'
import { SignInFields } from '../repository/SignInFields.tsx'
import { forgeOfHost, isSameServer, shownAddress, transportOf } from '../repository/shown-repository.ts'
import { EMPTY_SIGN_IN, signInOf } from '../repository/sign-in-form.ts'
import { PlaceChanges } from './PlaceChanges.tsx'

export type MoveDialogProps = {
  readonly project: string
  readonly state: GitStateReply
  readonly onClose: () => void
}

/** Moves a source to another repository or branch: compares its files there first, and shows what changes. */
export function MoveDialog({ project, state, onClose }: MoveDialogProps) {
  const { t } = useTranslation('git')
  const place = usePlace(project, state)
  const { form, found, given } = place
  const save = useMove({ project, state, onClose })
  const isSame = found?.repository === state.repository && found.branch === state.branch
  const canSave = found !== undefined && !isSame && given !== null
  return (
    <Dialog
      title={t('move.title')}
      isOpen
      onClose={onClose}
      size="large"
      actions={
        <Button
          look="primary"
          isDisabled={!canSave}
          isPending={save.isPending}
          onPress={() => {
            if (found !== undefined && given !== null) save.mutate(place.bodyOf(found))
          }}
        >
          {t('move.open')}
        </Button>
      }
    >
      <form
        className={repository.form}
        onSubmit={(event) => {
          event.preventDefault()
          place.compare()
        }}
      >
        <p className="muted">{t('move.about')}</p>
        <div className={repository.address}>
          <TextField
            label={t('connect.address')}
            value={form.address}
            onChange={(address) => place.change({ ...form, address })}
            code
          />
          <TextField
            label={t('branch')}
            hint={t('connect.branchHint')}
            value={form.branch}
            onChange={(branch) => place.change({ ...form, branch })}
            code
            autoFocus
          />
        </div>
        {place.isOther && place.transport !== null ? (
          <SignInFields
            project={project}
            repository={form.address}
            transport={place.transport}
            form={form.signIn}
            onChange={(signIn) => place.change({ ...form, signIn })}
          />
        ) : null}
        {place.isMoved && state.mode === 'pull-request' ? (
          <ForgeFields
            form={place.forge}
            hasToken={false}
            isByApp={given !== null && given !== undefined && given.kind === 'github-app'}
            onChange={(forge) => place.change({ ...form, forge })}
          />
        ) : null}
        <ErrorLine error={save.error ?? place.error} />
        <div>
          <Button type="submit" isDisabled={given === null} isPending={place.isComparing}>
            {t('move.compare')}
          </Button>
        </div>
      </form>
      {found === undefined ? null : <PlaceChanges state={state} found={found} />}
    </Dialog>
  )
}

/** What was typed, and what was found at that place. */
function usePlace(project: string, state: GitStateReply) {
  const [form, change] = useState({
    address: shownAddress(state.repository),
    branch: '',
    signIn: EMPTY_SIGN_IN,
    forge: null as ForgeForm | null,
  })
  const transport = transportOf(form.address)
  const isMoved = form.address.trim() !== shownAddress(state.repository)
  const isOther = isMoved && needsSignIn(form.address, state)
  const hostIsOfThis = transport !== 'ssh' || form.signIn.host?.repository === form.address.trim()
  /** Undefined: the stored credentials; null: some are missing. */
  const given =
    transport === null ? null : isOther ? (hostIsOfThis ? signInOf(form.signIn, transport) : null) : undefined
  const asked = {
    repository: form.address.trim(),
    branch: form.branch.trim() === '' ? null : form.branch.trim(),
  }
  const look = useMutation({
    mutationFn: (body: Parameters<typeof gitMutations.inspectPlace>[2]) =>
      gitMutations.inspectPlace(project, state.id, body),
  })
  const isOfThis = look.variables?.repository === asked.repository && look.variables.branch === asked.branch
  const signIn = given === null || given === undefined ? {} : { signIn: given }
  const forge = form.forge ?? { kind: forgeOfHost(form.address), origin: '', token: '' }
  return {
    form,
    change,
    transport,
    isMoved,
    isOther,
    given,
    forge,
    found: isOfThis ? look.data : undefined,
    error: isOfThis ? look.error : null,
    isComparing: look.isPending && isOfThis,
    compare() {
      if (given !== null) look.mutate({ ...asked, ...signIn })
    },
    bodyOf: (found: GitPlaceReply): Parameters<typeof gitMutations.move>[2] => ({
      repository: found.repository,
      branch: found.branch,
      ...signIn,
      ...(isMoved && state.mode === 'pull-request'
        ? {
            forge: {
              kind: given?.kind === 'github-app' ? ('github' as const) : forge.kind,
              origin: originOf(forge)?.origin ?? null,
              token: forge.token === '' ? null : forge.token,
            },
          }
        : {}),
    }),
  }
}

function useMove({ project, state, onClose }: MoveDialogProps) {
  const { t } = useTranslation('git')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof gitMutations.move>[2]) => gitMutations.move(project, state.id, body),
    onSuccess: (changed) => {
      client.setQueryData(gitQueries.state(project, state.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: projectKey(project) })
      showToast(t('move.saved'))
      onClose()
    },
  })
}

/** Whether stored credentials cannot be used for another address: only a deploy key can, on its server. */
function needsSignIn(address: string, state: GitStateReply): boolean {
  if (state.signIn === 'none' && transportOf(address) === 'web') return false
  return state.signIn !== 'deploy-key' || !isSameServer(address, state.repository)
}
