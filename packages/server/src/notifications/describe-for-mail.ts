import type { NotificationReply } from '@dragoman/contract'
import { append, beginningOf, languageName, plainMentions } from '@dragoman/core'
import type { MailSection } from '../mail/compose-mail.ts'
import { mailLanguage, mailTexts } from '../mail/mail-texts.ts'

const TEXT_MAX = 200

/** Describes open notifications for an email: by project, in the receiver's language. */
export function describeForMail(
  items: readonly NotificationReply[],
  language: string | null,
  origin: string,
): MailSection[] {
  const written = mailLanguage(language)
  const t = mailTexts(written)
  const sections = new Map<string, { text: string; url: string }[]>()
  for (const item of items) {
    const { project, key, actor, strings, task } = item
    const text = t(`items.${item.kind}`, {
      actor: actor?.name ?? t('items.someone'),
      key: key?.name ?? '',
      text: beginningOf(plainMentions(item.text ?? ''), TEXT_MAX),
      language: item.language === null ? '' : languageName(item.language, written),
      count: strings?.reduce((sum, one) => sum + one.count, 0) ?? 0,
      title: task?.title ?? item.text ?? '',
    })
    append(sections, project.name, { text, url: `${origin}/inbox?item=${item.id}` })
  }
  return [...sections].map(([title, list]) => ({ title, items: list }))
}
