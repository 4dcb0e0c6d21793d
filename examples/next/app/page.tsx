import { Basket } from './basket.tsx'
import { textsOfRequest } from './texts/server.ts'

export async function generateMetadata() {
  const { t } = await textsOfRequest()
  return { title: t('title') }
}

export default async function Page() {
  const { t } = await textsOfRequest()
  return (
    <main>
      <h1>{t('title')}</h1>
      <Basket />
    </main>
  )
}
