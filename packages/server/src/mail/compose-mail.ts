import { directionOf } from '@dragoman/core'
import { escapeHtml } from '../escape-html.ts'
import { type MailKind, mailLanguage, mailTexts } from './mail-texts.ts'

/** The content of an email, before it is written in the receiver's language. */
export type MailContent = {
  /**
   * An empty name for an address that no one has confirmed: the person who entered the address might have entered the name too,
   * and would write in the email of this server to strangers.
   */
  readonly to: { readonly name: string; readonly address: string }
  readonly kind: MailKind
  /** The receiver's interface language; null if unknown. */
  readonly language: string | null
  readonly params?: Readonly<Record<string, string | number>>
  /** Chooses other sentences of the same email, such as `server` for an invitation to the server. */
  readonly context?: string
  /** Target of the button. */
  readonly url?: string
  /** What an email lists below its sentences, already in the receiver's language. */
  readonly sections?: readonly MailSection[]
  readonly unsubscribeUrl?: string
}

export type MailSection = {
  readonly title: string
  readonly items: readonly { readonly text: string; readonly url?: string }[]
}

export type ComposedMail = { readonly subject: string; readonly text: string; readonly html: string }

/** Longest subject, in characters. */
const SUBJECT_MAX = 200

/** Writes an email as plain text and simple HTML. Names from people are text in both, never markup. */
export function composeMail(content: MailContent, host: string): ComposedMail {
  const language = mailLanguage(content.language)
  const t = mailTexts(language)
  const params = { ...content.params, name: content.to.name, host, context: content.context ?? '' }
  const say = (key: string) => oneLine(t(key, params))
  const hello = say(content.to.name === '' ? 'frame.helloUnknown' : 'frame.hello')
  const lines = linesOf(t(`${content.kind}.lines`, { ...params, returnObjects: true }))
  const button = t(`${content.kind}.button`, { ...params, defaultValue: '' }) || null
  const sections = content.sections ?? []
  const sentBy = say('frame.sentBy')
  const unsubscribe = say('frame.unsubscribe')
  const { url, unsubscribeUrl } = content
  const text = [
    hello,
    ...lines,
    ...(url === undefined ? [] : [button === null ? url : `${button}:\n${url}`]),
    ...sections.map(({ title, items }) =>
      [
        oneLine(title),
        ...items.map((item) => `- ${oneLine(item.text)}${item.url ? `\n  ${item.url}` : ''}`),
      ].join('\n'),
    ),
    `-- \n${sentBy}${unsubscribeUrl === undefined ? '' : `\n${unsubscribe} ${unsubscribeUrl}`}`,
  ].join('\n\n')
  const html = [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><body style="font-family:sans-serif;line-height:1.5;color:#1b1a17;max-width:36em">`,
    paragraph(escapeHtml(hello)),
    ...lines.map((line) => paragraph(escapeHtml(line))),
    ...(url === undefined ? [] : buttonHtml(url, button, say('frame.fallback'))),
    ...sections.map(sectionHtml),
    `<hr style="border:0;border-top:1px solid #ddd"><p style="font-size:0.85em;color:#5b5850">${escapeHtml(sentBy)}${
      unsubscribeUrl === undefined
        ? ''
        : ` <a href="${escapeHtml(unsubscribeUrl)}">${escapeHtml(unsubscribe.replace(/[:：]\s*$/, ''))}</a>`
    }</p></body></html>`,
  ].join('\n')
  return { subject: cut(say(`${content.kind}.subject`)), text, html }
}

/** The texts have a list there; mail-texts.test.ts checks it in every language. */
function linesOf(texts: unknown): readonly string[] {
  return Array.isArray(texts) ? texts.map((line) => oneLine(String(line))) : []
}

/** Returns the text without line breaks and other control characters, as headers and sentences need it. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function cut(subject: string): string {
  return subject.length <= SUBJECT_MAX ? subject : `${subject.slice(0, SUBJECT_MAX - 1)}…`
}

function paragraph(html: string): string {
  return `<p>${html}</p>`
}

function buttonHtml(url: string, button: string | null, fallback: string): string[] {
  const address = `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
  if (button === null) return [paragraph(address)]
  return [
    `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#2749c9;color:#fff;text-decoration:none">${escapeHtml(button)}</a></p>`,
    `<p style="font-size:0.85em;color:#5b5850">${escapeHtml(fallback)}<br>${address}</p>`,
  ]
}

function sectionHtml({ title, items }: MailSection): string {
  const rows = items.map(({ text, url }) => {
    const shown = escapeHtml(oneLine(text))
    return `<li><bdi>${url === undefined ? shown : `<a href="${escapeHtml(url)}">${shown}</a>`}</bdi></li>`
  })
  return `<h3 style="margin-bottom:0">${escapeHtml(oneLine(title))}</h3><ul>${rows.join('')}</ul>`
}
