/** The location of a string: a Dragoman server and a project. */
export type ProjectAddress = {
  /** `https://your.host`, with a path if Dragoman is not at the root. */
  readonly server: string
  readonly project: string
}

export type SignInResult =
  /** `canSendScreenshots`: the person's role permits sending screenshots. */
  | { readonly secret: string; readonly canSendScreenshots: boolean }
  /**
   * The browser blocked the window, or the window was closed or lost its connection to this page without an
   * answer.
   */
  | { readonly problem: 'blocked' | 'closed' }

const POLL_INTERVAL_MS = 300
/** The answer is sent just before the window closes, and can arrive just after that. */
const LATE_ANSWER_MS = 500

/**
 * Opens the Dragoman window in which a person allows this page to edit, and waits for the token. Has to be
 * called on a click, because browsers block the window otherwise.
 */
export function askToEdit({ server, project }: ProjectAddress, signal: AbortSignal): Promise<SignInResult> {
  const state = crypto.getRandomValues(new Uint32Array(4)).join('-')
  const query = new URLSearchParams({ project, origin: location.origin, state })
  const popup = window.open(`${server}/connect?${query}`, '', 'popup,width=480,height=560')
  if (popup === null) return Promise.resolve({ problem: 'blocked' })
  return new Promise((resolve) => {
    const end = (allowed: SignInResult) => {
      clearInterval(timer)
      window.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', giveUp)
      resolve(allowed)
    }
    const onMessage = ({ origin, source, data }: MessageEvent) => {
      if (origin !== new URL(server).origin || source !== popup) return
      if (data?.type !== 'dragoman-token' || data.state !== state) return
      if (typeof data.secret === 'string')
        // An older server does not send this, and refuses later.
        end({ secret: data.secret, canSendScreenshots: data.maySendScreenshots !== false })
    }
    const giveUp = () => end({ problem: 'closed' })
    const timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      setTimeout(giveUp, LATE_ANSWER_MS)
    }, POLL_INTERVAL_MS)
    window.addEventListener('message', onMessage)
    signal.addEventListener('abort', giveUp)
  })
}
