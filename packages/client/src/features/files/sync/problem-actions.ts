/** What can be done about a problem: `send` and `sync` try again, the others open a dialog. */
export type ProblemAction = 'send' | 'sync' | 'settings' | 'move'

const ACTIONS: Readonly<Record<string, readonly ProblemAction[]>> = {
  'sign-in-refused': ['settings'],
  'secret-lost': ['settings'],
  'host-key-changed': ['settings'],
  'write-refused': ['settings', 'send'],
  'branch-protected': ['settings', 'send'],
  'signature-required': ['settings', 'send'],
  'signing-key-missing': ['settings'],
  'push-refused': ['send', 'settings'],
  // A sync does not push again what was refused.
  'secret-found': ['send'],
  'pull-request-closed': ['send'],
  overtaken: ['send'],
  'branch-missing': ['move', 'sync'],
  'files-gone': ['sync', 'move'],
  redirected: ['move'],
  'not-found': ['move', 'settings'],
}

/** By the problem of the forge. */
const AT_FORGE: Readonly<Record<string, readonly ProblemAction[]>> = {
  moved: ['move'],
  'not-found': ['settings', 'move'],
  'rate-limited': ['send'],
  unreachable: ['send'],
  'branch-moved': ['send'],
  'branch-missing': ['send'],
  'pull-request-exists': ['send'],
  'nothing-to-merge': ['send'],
  'app-not-installed': ['send', 'settings'],
  'app-suspended': ['send'],
  'app-permissions': ['send', 'settings'],
}

/** Returns the actions that can solve a problem, the most likely one first. */
export function problemActions({
  code,
  params,
}: {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}): readonly ProblemAction[] {
  if (code === 'forge-refused') return AT_FORGE[String(params.forge)] ?? ['settings', 'send']
  return ACTIONS[code] ?? ['sync']
}

const OF_SENDING = new Set([
  'branch-protected',
  'push-refused',
  'signature-required',
  'signing-key-missing',
  'secret-found',
  'write-refused',
  'pull-request-closed',
  'forge-refused',
  'overtaken',
])

/** Whether only sending failed, and texts of the repository still arrive. */
export function isOfSending({ code }: { readonly code: string }): boolean {
  return OF_SENDING.has(code)
}
