import type { GitSignInInput } from '@dragoman/contract'
import { useState } from 'react'
import { useReadRequest } from '../../../lib/server/use-read-request.ts'
import type { ForgeForm } from './ForgeFields.tsx'
import { forgeOfHost, type Transport, transportOf } from './shown-repository.ts'
import { EMPTY_SIGN_IN, type SignInForm, signInOf } from './sign-in-form.ts'

/** What every dialog for a repository asks for, as typed. */
export type RepositoryForm = {
  readonly address: string
  readonly branch: string
  readonly signIn: SignInForm
  /** Null: the one that the address or the host suggests. */
  readonly forge: ForgeForm | null
}

export type RepositoryFormState = {
  readonly form: RepositoryForm
  readonly change: (part: Partial<RepositoryForm>) => void
  readonly transport: Transport
  /** Null: something is missing, or the host keys are those of another address. */
  readonly given: GitSignInInput | null
  readonly place: Place
}

/** A repository and a branch; null: the default branch. */
export type Place = { readonly repository: string; readonly branch: string | null }

export function useRepositoryForm(initial: Partial<RepositoryForm>): RepositoryFormState {
  const [form, setForm] = useState<RepositoryForm>({
    address: '',
    branch: '',
    signIn: EMPTY_SIGN_IN,
    forge: null,
    ...initial,
  })
  const { address, branch, signIn } = form
  const transport = transportOf(address)
  const isHostOfThis = transport !== 'ssh' || signIn.host?.repository === address.trim()
  return {
    form,
    change: (part) => setForm((old) => ({ ...old, ...part })),
    transport,
    given: isHostOfThis ? signInOf(signIn, transport) : null,
    place: { repository: address.trim(), branch: branch.trim() === '' ? null : branch.trim() },
  }
}

/** Returns the forge as typed; before that, the detected one or that of a well-known host. */
export function shownForge(
  { address, forge }: RepositoryForm,
  detected?: ForgeForm['kind'] | null,
): ForgeForm {
  return forge ?? { kind: detected ?? forgeOfHost(address), origin: '', token: '' }
}

/** Scans the place that is typed; only what is on the screen counts as found. */
export function useScan<Body extends Place, Found extends { readonly branch: string }>(
  place: Place,
  scan: (body: Body) => Promise<Found>,
  onFound: (found: Found) => void = () => {},
) {
  const look = useReadRequest({ mutationFn: scan, onSuccess: onFound })
  const asked = look.variables
  const isOfThis =
    asked?.repository === place.repository &&
    (asked.branch === place.branch || look.data?.branch === place.branch)
  return {
    scan: look.mutate,
    found: isOfThis ? look.data : undefined,
    error: isOfThis ? look.error : null,
    isScanning: look.isPending && isOfThis,
  }
}
