import type { GitLocationReply, GitStateReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { gitMutations, gitQueries, repositoryCalls } from '../queries.ts'
import { AddressFields } from '../repository/AddressFields.tsx'
import { ForgeFields, forgeInputOf } from '../repository/ForgeFields.tsx'
import repository from '../repository/Repository.module.css'
import { SignInFields } from '../repository/SignInFields.tsx'
import { isSameServer, shownAddress, transportOf } from '../repository/shown-repository.ts'
import { shownForge, useRepositoryForm, useScan } from '../repository/use-repository-form.ts'
import { LocationChanges } from './LocationChanges.tsx'

export type MoveDialogProps = {
  readonly project: string
  readonly state: GitStateReply
  readonly onClose: () => void
}

/** Moves a source to another repository or branch: compares its files there first, and shows what changes. */
export function MoveDialog({ project, state, onClose }: MoveDialogProps) {
  const { t } = useTranslation('git')
  const place = useLocationForm(project, state)
  const { found } = place
  const save = useMove({ project, state, onClose })
  const isSame = found?.repository === state.repository && found.branch === state.branch
  const body = found === undefined || isSame ? null : place.bodyOf(found)
  return (
    <FormDialog
      title={t('move.title')}
      onClose={onClose}
      size="large"
      act={t('move.open')}
      isDisabled={body === null}
      request={save}
      onAct={() => body !== null && save.mutate(body)}
      error={null}
    >
      <Form className={repository.form} onSubmit={() => place.compare()}>
        <p className="muted">{t('move.about')}</p>
        <LocationFields project={project} place={place} />
        <ErrorLine error={save.error ?? place.error} />
        <div>
          <Button type="submit" isDisabled={!place.canSignIn} isPending={place.isScanning}>
            {t('move.compare')}
          </Button>
        </div>
      </Form>
      {found === undefined ? null : <LocationChanges state={state} found={found} />}
    </FormDialog>
  )
}

type LocationForm = ReturnType<typeof useLocationForm>

function LocationFields({ project, place }: { readonly project: string; readonly place: LocationForm }) {
  const calls = useMemo(() => repositoryCalls(project), [project])
  const { form, change, transport } = place
  return (
    <>
      <AddressFields form={form} onChange={change} />
      {place.asksForSignIn && transport !== null ? (
        <SignInFields
          calls={calls}
          repository={form.address}
          transport={transport}
          form={form.signIn}
          onChange={(signIn) => change({ signIn })}
        />
      ) : null}
      {place.asksForForge ? (
        <ForgeFields
          form={place.forge}
          hasToken={false}
          isByApp={place.isByApp}
          onChange={(forge) => change({ forge })}
        />
      ) : null}
    </>
  )
}

/** What was typed, and what was found at that place. */
function useLocationForm(project: string, state: GitStateReply) {
  const address = shownAddress(state.repository)
  const { form, change, transport, given, place } = useRepositoryForm({ address })
  const isMoved = place.repository !== address
  const asksForSignIn = isMoved && needsSignIn(form.address, state)
  const asksForForge = isMoved && state.mode === 'pull-request'
  // Otherwise the stored credentials are used.
  const signIn = asksForSignIn && given !== null ? { signIn: given } : {}
  const canSignIn = transport !== null && (!asksForSignIn || given !== null)
  const isByApp = asksForSignIn && given?.kind === 'github-app'
  const forge = shownForge(form)
  const { scan, ...look } = useScan(place, (body: Parameters<typeof gitMutations.inspectLocation>[2]) =>
    gitMutations.inspectLocation(project, state.id, body),
  )
  return {
    form,
    change,
    transport,
    asksForSignIn,
    asksForForge,
    canSignIn,
    isByApp,
    forge,
    ...look,
    compare() {
      if (canSignIn) scan({ ...place, ...signIn })
    },
    /** Returns what is sent; null: something is missing. */
    bodyOf({ repository, branch }: GitLocationReply): Parameters<typeof gitMutations.move>[2] | null {
      const to = { repository, branch, ...signIn }
      if (!asksForForge) return canSignIn ? to : null
      const forgeInput = forgeInputOf(forge, { isByApp })
      // The token of the old repository is not used for the new one.
      return canSignIn && forgeInput !== null ? { ...to, forge: { token: null, ...forgeInput } } : null
    },
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
