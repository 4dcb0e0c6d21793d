import type { BrowserContextOptions, Page } from 'playwright-core'
import type { ReceivedMail, TestMailServer } from '../packages/server/test/mail-server.ts'
import { DEADLINE_MS, openContext } from './browser.ts'
import { listenForComplaints, type Story, until } from './story.ts'

/** People of a team, each with a browser of their own, who get real email. */

export type Person = { readonly name: string; readonly address: string; readonly password: string }

/** Opens a browser without a session. What its pages report is added to `complaints`. */
export async function openStranger(
  story: Pick<Story, 'browser' | 'product'>,
  complaints: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await openContext(story.browser, { baseURL: story.product.origin, ...options })
  listenForComplaints(context, complaints)
  return context.newPage()
}

/** Returns an email to a person that contains these words, as soon as it has arrived. */
export function mailTo(
  mail: TestMailServer,
  address: string,
  words: string,
  withinMs = DEADLINE_MS,
): Promise<ReceivedMail> {
  return until(() => {
    const found = mail.mails.find(
      ({ to, text, header }) => to.includes(address) && `${header('subject')}\n${text}`.includes(words),
    )
    if (found === undefined) {
      const others = mail.mails
        .filter(({ to }) => to.includes(address))
        .map(({ header }) => header('subject'))
      throw new Error(`No mail to ${address} contains “${words}”. There are: ${others.join(' | ')}`)
    }
    return found
  }, withinMs)
}

/** Returns the first link to the product in an email. */
export async function linkIn(received: Promise<ReceivedMail>): Promise<string> {
  const [link] = /http:\/\/localhost\S+/.exec((await received).text) ?? []
  if (link === undefined) throw new Error('There is no link in the mail.')
  return link
}

export type Joining = {
  readonly story: Pick<Story, 'api' | 'product'>
  readonly mail: TestMailServer
  /** Of the person who joins, without a session. */
  readonly page: Page
  readonly project: string
  readonly person: Person
  readonly rights: { readonly role: string; readonly languages: readonly string[] | null }
}

/** Invites a person, creates their account with a confirmed address, and chooses immediate email for them. */
export async function joinByInvitation(joining: Joining): Promise<void> {
  const { story, mail, project, person, rights } = joining
  type Made = { invitations: { url: string }[] }
  const { invitations } = await story.api<Made>('POST', `/projects/${project}/invitations`, {
    addresses: [person.address],
    rights: { ...rights, namespaces: null },
  })
  const code = new URL(invitations[0]?.url ?? '').pathname.split('/').at(-1)
  const { name, password, address } = person
  await post(joining, '/invite/accept', { code, account: { name, password } })
  await post(joining, '/account/address', { address }, 'PUT')
  const link = await linkIn(mailTo(mail, address, 'Confirm your email address'))
  await post(joining, '/account/address/confirm', { code: new URL(link).pathname.split('/').at(-1) })
  await post(joining, '/notifications/settings', { project: null, mail: 'now', muted: [] }, 'PUT')
}

/** Invites someone with a link and accepts it with a new account, on a page of its own. */
export async function joinByLink(
  story: Pick<Story, 'api' | 'browser' | 'product'>,
  complaints: string[],
  { project, name, role }: { readonly project: string; readonly name: string; readonly role: string },
): Promise<Page> {
  type Made = { invitations: { url: string }[] }
  const rights = { role, languages: null, namespaces: null }
  const { invitations } = await story.api<Made>('POST', `/projects/${project}/invitations`, { rights })
  const code = new URL(invitations[0]?.url ?? '').pathname.split('/').at(-1)
  const page = await openStranger(story, complaints)
  await post({ story, page }, '/invite/accept', {
    code,
    account: { name, password: `${name} reads everything` },
  })
  return page
}

/** Calls the API as the person of a page. */
async function post(
  { story, page }: Pick<Joining, 'story' | 'page'>,
  path: string,
  data: unknown,
  method = 'POST',
): Promise<void> {
  const headers = { origin: story.product.origin }
  const answer = await page.context().request.fetch(`/api${path}`, { method, headers, data })
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
}
