import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { hidePlace } from './hide-place.ts'
import { openStranger } from './people.ts'

const PROJECT = '/projects/garden-shop'
const DAY_MS = 24 * 60 * 60_000

type Member = { readonly page: Page; readonly id: string; readonly name: string }

/** The pictures of a team that works on the demo shop, by name. */
export const TEAM_PICTURES = [
  'members',
  'members-dark',
  'tokens',
  'review',
  'review-rtl',
  'review-phone',
  'inbox',
  'inbox-phone',
  'tasks',
  'audit-log',
  'public-project',
] as const

/**
 * Takes the pictures of a team: members, tokens, the review queue, inbox, tasks, audit log, and what a visitor
 * sees of a public project.
 */
export async function takeTeamPictures(folder: string, names: readonly string[]): Promise<void> {
  const shop = await openDemoShop()
  const complaints: string[] = []
  try {
    const team = await addTeam(shop, complaints)
    await work(shop, team)
    const take = async (page: Page, name: string) => {
      await page.evaluate(() => document.fonts.ready)
      await hidePlace(page, shop)
      await page.waitForTimeout(400) // marks and checks are rendered a frame or two after the text
      await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' })
      console.log(`${name}.png`)
    }
    const ofOwner = async (
      name: (typeof TEAM_PICTURES)[number],
      address: string,
      options: BrowserContextOptions = {},
      prepare?: (page: Page) => Promise<unknown>,
    ) => {
      if (!names.includes(name)) return
      const page = await shop.story.visit(address, options)
      await page.getByRole('heading', { level: 1 }).or(page.getByRole('listbox')).first().waitFor()
      await prepare?.(page)
      await take(page, name)
      await shop.story.closePages()
    }
    const dark: BrowserContextOptions = { colorScheme: 'dark' }
    const phone: BrowserContextOptions = {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    }
    const firstItem = (page: Page) => page.locator('[data-item]').first().waitFor()
    await ofOwner('members', '/p/garden-shop/members')
    await ofOwner('members-dark', '/p/garden-shop/members', dark)
    await ofOwner('tokens', '/p/garden-shop/members?tab=token', {}, (page) =>
      page.getByText('Deploy script').first().waitFor(),
    )
    await ofOwner('review', '/p/garden-shop/review/de', {}, firstItem)
    await ofOwner('review-rtl', '/p/garden-shop/review/ar', { locale: 'ar' }, firstItem)
    await ofOwner('review-phone', '/p/garden-shop/review/de', phone, firstItem)
    await ofOwner('inbox', '/inbox', {}, firstItem)
    await ofOwner('inbox-phone', '/inbox', phone, firstItem)
    await ofOwner('tasks', '/p/garden-shop/tasks', {}, firstItem)
    await ofOwner('audit-log', '/p/garden-shop/audit')
    if (names.includes('public-project')) {
      const page = await openStranger(shop.story, complaints)
      await page.goto('/p/garden-shop')
      await page.getByRole('heading', { level: 1, name: 'Garden shop' }).waitFor()
      await take(page, 'public-project')
    }
    for (const complaint of [...shop.story.takeComplaints(), ...complaints]) console.log(complaint)
  } finally {
    await shop.end()
  }
}

/** Calls the API as a member. */
async function call<T>(
  shop: DemoShop,
  { page }: { readonly page: Page },
  at: string,
  data: unknown,
  method = 'POST',
) {
  const headers = { origin: shop.story.product.origin }
  const answer = await page.context().request.fetch(`/api${at}`, { method, headers, data })
  if (!answer.ok()) throw new Error(`${at}: ${await answer.text()}`)
  return (await answer.json()) as T // the caller states the type promised by the contract
}

async function addTeam(shop: DemoShop, complaints: string[]) {
  const join = async (name: string, role: string, languages: readonly string[] | null): Promise<Member> => {
    type Made = { invitations: { url: string }[] }
    const rights = { role, languages, namespaces: null }
    const { invitations } = await shop.story.api<Made>('POST', `${PROJECT}/invitations`, { rights })
    const code = new URL(invitations[0]?.url ?? '').pathname.split('/').at(-1)
    const page = await openStranger(shop.story, complaints)
    const account = { name, password: `${name} plants roses` }
    await call(shop, { page }, '/invite/accept', { code, account })
    const session = await page.context().request.get('/api/session')
    const { actor } = (await session.json()) as { actor: { id: string } } // as the contract says
    return { page, name, id: actor.id }
  }
  const team = {
    klara: await join('Klara Busch', 'reviewer', ['de', 'fr']),
    sami: await join('Sami Haddad', 'translator', ['ar']),
    tomek: await join('Tomek Wiśniewski', 'translator', ['de', 'pl', 'nl']),
    ines: await join('Inês Duarte', 'contributor', null),
    piotr: await join('Piotr Zając', 'developer', null),
  }
  await shop.story.api('POST', `${PROJECT}/invitations`, {
    addresses: ['lea@example.com'],
    rights: { role: 'translator', languages: ['fr'], namespaces: null },
  })
  return team
}

/** What happened before the pictures are taken, oldest first. */
async function work(shop: DemoShop, { klara, sami, tomek, ines }: Awaited<ReturnType<typeof addTeam>>) {
  const { api } = shop.story
  const saveAs = async (member: Member, name: string, language: string, text: string) => {
    const { key, version } = await shop.textOf(name, language)
    await call(
      shop,
      member,
      `${PROJECT}/keys/${key}/translations/${language}`,
      { forms: { other: text }, baseVersion: version },
      'PUT',
    )
  }
  await saveAs(tomek, 'address.title', 'de', 'Wo sollen wir klingeln?')
  await saveAs(tomek, 'delivery.place', 'de', 'Freitags hält unser Wagen hier')
  await saveAs(tomek, 'search.placeholder', 'de', 'Was möchtest du einpflanzen?')
  await saveAs(tomek, 'product.soldOut', 'pl', 'Wyprzedane do wiosny')
  await saveAs(sami, 'product.water', 'ar', 'اسقِها مرتين في الأسبوع، وليس عند الظهر')
  await saveAs(sami, 'address.neighbour', 'ar', 'سلّمه إلى الجيران')
  const suggestAs = async (member: Member, name: string, language: string, text: string) => {
    const { key, version } = await shop.textOf(name, language)
    return call<unknown>(shop, member, `${PROJECT}/keys/${key}/translations/${language}/suggestions`, {
      forms: { other: text },
      note: '',
      baseVersion: version,
    })
  }
  await suggestAs(ines, 'basket.empty', 'de', 'Noch ist kein Samen in deinem Korb.')
  const owner = (await api<{ actor: { id: string; name: string } }>('GET', '/session')).actor
  const comment = async (member: Member, name: string, body: object) =>
    call(shop, member, `${PROJECT}/keys/${await shop.keyId(name)}/comments`, body)
  await comment(klara, 'pay.failed', {
    language: 'de',
    text: `@[${owner.name}](${owner.id}) can we say “nothing was charged” first?`,
  })
  await comment(sami, 'delivery.day', {
    language: 'ar',
    kind: 'question',
    text: `@[${owner.name}](${owner.id}) does {{date}} contain the weekday?`,
  })
  const assign = async (title: string, member: Member, language: string, due: string | null) =>
    api('POST', `${PROJECT}/tasks`, {
      title,
      note: '',
      goal: 'translated',
      due,
      languages: [language],
      assignees: [member.id],
      select: { q: 'state:untranslated', language },
    })
  await assign('Spring sale', tomek, 'pl', new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10))
  await assign('Everything in Arabic', sami, 'ar', null)
  await saveAs(tomek, 'delivery.place', 'pl', 'W piątki zatrzymuje się tu nasz samochód')
  const token = (name: string, scopes: readonly string[], days: number | null) =>
    api('POST', `${PROJECT}/tokens`, { name, scopes, days })
  await token('Deploy script', ['files'], 90)
  await token('App on test servers', ['deliver'], null)
  await api('PATCH', PROJECT, { sharing: { with: 'everyone', role: 'suggester' } })
}
