/** Writes one log entry. `error` includes the stack, which callers never see. */
export type Log = (
  entry: {
    readonly level: 'info' | 'warn' | 'error'
    readonly event: string
    readonly error?: unknown
  } & Readonly<Record<string, unknown>>,
) => void

/** Writes one JSON line per event to standard error. */
export const logToStandardError: Log = ({ error, ...entry }) => {
  const details =
    error instanceof Error
      ? { error: withoutTokens(error.message), stack: withoutTokens(error.stack ?? '') }
      : error === undefined
        ? {}
        : { error: withoutTokens(String(error)) }
  console.error(JSON.stringify({ at: new Date().toISOString(), ...entry, ...details }))
}

/**
 * Returns the same log without secrets: values with names of secrets, or that look like our tokens, never
 * reach it.
 */
export function withoutSecrets(log: Log): Log {
  return ({ level, event, error, ...details }) =>
    log({
      ...(hide(details, 0) as Readonly<Record<string, unknown>>), // still an object
      level,
      event,
      ...(error === undefined ? {} : { error }),
    })
}

const HIDDEN = '[hidden]'
const SECRET_NAME =
  /pass(?:word|phrase)|secret|cookie|authorization|credential|verifier|^(?:code|token|nonce|state|session|idToken|accessToken|bearer)$/i
const DEEPEST = 5

function hide(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutTokens(value)
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  if (depth > DEEPEST) return HIDDEN
  if (Array.isArray(value)) return value.map((one) => hide(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && typeof inner === 'string' ? HIDDEN : hide(inner, depth + 1),
    ]),
  )
}

/** Hides tokens and headers inside a text, such as an error message. */
function withoutTokens(text: string): string {
  return text
    .replaceAll(/\bdrg_[\w-]{8,}/g, HIDDEN)
    .replaceAll(/\b(Bearer|Basic) [\w+/=.~-]{8,}/g, `$1 ${HIDDEN}`)
    .replaceAll(/\bey[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, HIDDEN)
    .replaceAll(/(:\/\/[^\s:/@]*:)[^\s@/]+@/g, `$1${HIDDEN}@`)
}
