import { startI18n } from '../i18n/i18n.ts'
import { watchMissingLanguages } from '../i18n/missing-language.ts'
import { startRequest } from '../lib/server/started-requests.ts'
import { SCREEN_CODE } from './screen-code.ts'
import { isOpen, screensAt, textsAt } from './screens.ts'

// The first script to run, while most of the code is still loading. Starts to load everything that the first screen
// needs, so that nothing waits for anything else; `main.tsx` then uses it. Imports as little as possible.

const { pathname } = window.location

watchMissingLanguages()
void startI18n(textsAt(pathname))
const session = startRequest('/api/session')
if (isOpen(pathname)) loadCode()
// Without a session, the page to sign in is shown instead.
else isSignedIn().then((is) => is && loadScreen(), ignore)

async function isSignedIn(): Promise<boolean> {
  const reply: unknown = await (await session).clone().json()
  return typeof reply === 'object' && reply !== null && 'actor' in reply && reply.actor !== null
}

function loadScreen(): void {
  loadCode()
  const [, project] = /^\/p\/([^/]+)/.exec(pathname) ?? []
  if (project !== undefined) startRequest(`/api/projects/${project}`).catch(ignore)
}

function loadCode(): void {
  for (const screen of screensAt(pathname)) SCREEN_CODE[screen]().catch(ignore)
}

/** The router loads it again, and shows what fails. */
function ignore(): void {}
