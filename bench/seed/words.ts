import { pick, type Random, randomOf } from './random.ts'

/** The words for random sentences of a language. */
export type WordBook = {
  readonly tag: string
  /** Most common first. */
  readonly common: readonly string[]
  readonly rare: readonly string[]
  readonly space: string
  readonly fullStop: string
}

/** Returns the languages of seeds in the order in which small seeds use them; the first is the source. */
export function wordBooks(): readonly WordBook[] {
  return BOOKS.map(({ tag, common, syllables, space, fullStop }, index) => ({
    tag,
    common: common.split(' '),
    rare: madeUpWords(randomOf(7, index), syllables.split(' ')),
    space: space ?? ' ',
    fullStop: fullStop ?? '.',
  }))
}

/** Rare words, so that a search for one of them has few results. */
const RARE_WORDS = 3000

function madeUpWords(random: Random, syllables: readonly string[]): readonly string[] {
  const words = new Set<string>()
  while (words.size < RARE_WORDS) {
    let word = ''
    for (let count = 2 + Math.floor(random() * 3); count > 0; count--) word += pick(random, syllables)
    words.add(word)
  }
  return [...words]
}

type Book = {
  readonly tag: string
  readonly common: string
  readonly syllables: string
  readonly space?: string
  readonly fullStop?: string
}

const BOOKS: readonly Book[] = [
  {
    tag: 'en',
    common:
      'the your a to order and account file for open of save new payment is project in change with address delete settings cart you page user choose email language all this password report list team show until before every cannot message day later invoice customer search add remove upload product price delivery month share again name note plan select filter empty found error please check sign start finish folder',
    syllables: 'ba ter lon mi ster ra ven do cor ling pa tre sha ni gor wick ell ham sto fen bri dal mor thi',
  },
  {
    tag: 'ar',
    common:
      'في من على طلب حساب ملف فتح حفظ جديد دفع مشروع تغيير عنوان حذف إعدادات سلة صفحة مستخدم اختر بريد لغة كل هذا كلمة تقرير قائمة فريق عرض قبل رسالة يوم لاحقا فاتورة عميل بحث إضافة إزالة رفع منتج سعر توصيل شهر مشاركة مرة اسم ملاحظة خطة تصفية فارغ خطأ رجاء تحقق بدء نهاية مجلد',
    syllables: 'با تر لون مي سا را فن دو كور لن قا شر ني غو وال هم طو فا بر دل مو ثي زا حي',
    fullStop: '.',
  },
  {
    tag: 'pl',
    common:
      'w na do i zamówienie konto plik otwórz zapisz nowy płatność projekt zmień adres usuń ustawienia koszyk strona użytkownik wybierz poczta język wszystkie ten hasło raport lista zespół pokaż przed każdy wiadomość dzień później faktura klient szukaj dodaj wyślij produkt cena dostawa miesiąc udostępnij znowu nazwa notatka plan filtr pusty błąd proszę sprawdź zacznij zakończ folder',
    syllables: 'ba trz łon mi szcz ra wę do kor ling pa trą ża ni gór wic eł ham sto feń bry dal mór ści',
  },
  {
    tag: 'ja',
    common:
      'の を に は が 注文 口座 ファイル 開く 保存 新しい 支払い 計画 変更 住所 削除 設定 カート ページ 利用者 選択 メール 言語 すべて この 暗証 報告 一覧 チーム 表示 までに 前に 毎回 伝言 日 あとで 請求書 顧客 検索 追加 除去 送信 商品 価格 配達 月 共有 再び 名前 覚書 絞り込み 空 誤り 確認 開始 終了 書庫',
    syllables: 'あ か さ た な は ま や ら わ 木 水 山 川 石 花 空 風 森 光 道 町 海 星',
    space: '',
    fullStop: '。',
  },
  {
    tag: 'de',
    common:
      'die der das und Bestellung Konto Datei öffnen speichern neu Zahlung Projekt ändern Adresse löschen Einstellungen Warenkorb Seite Benutzer wählen Nachricht Sprache alle diese Passwort Bericht Liste Team zeigen bevor jeder Tag später Rechnung Kunde suchen hinzufügen entfernen hochladen Ware Preis Lieferung Monat teilen erneut Name Notiz Plan Filter leer gefunden Fehler bitte prüfen anmelden beginnen beenden Ordner für mit Straße Größe',
    syllables:
      'ba ter lon mi ster rau ven dö kor ling pfa tre scha ni gör wick ell heim sto fen brü dal mor zig',
  },
  {
    tag: 'fr',
    common:
      'le la les et commande compte fichier ouvrir enregistrer nouveau paiement projet changer adresse supprimer réglages panier page utilisateur choisir courriel langue tous cette passe rapport liste équipe montrer avant chaque message jour après facture client chercher ajouter retirer envoyer produit prix livraison mois partager encore nom note plan filtre vide trouvé erreur merci vérifier commencer finir dossier été où',
    syllables:
      'ba tre lon mi stè ra ven dou cor lin pa tré cha ni gor vique elle âme sto fen bri dal mor thé',
  },
  {
    tag: 'es',
    common:
      'el la los y pedido cuenta archivo abrir guardar nuevo pago proyecto cambiar dirección eliminar ajustes carrito página usuario elegir correo idioma todos esta contraseña informe lista equipo mostrar antes cada mensaje día después factura cliente buscar añadir quitar subir producto precio entrega mes compartir otra nombre nota plan filtro vacío encontrado error favor comprobar empezar terminar carpeta según',
    syllables: 'ba ter lón mi ster ra ven do cor lin pa tre cha ñi gor vic ella ham sto fen bri dal mor zí',
  },
  {
    tag: 'pt-BR',
    common:
      'o a os e pedido conta arquivo abrir salvar novo pagamento projeto mudar endereço excluir ajustes carrinho página usuário escolher e-mail idioma todos esta senha relatório lista equipe mostrar antes cada mensagem dia depois fatura cliente buscar adicionar remover enviar produto preço entrega mês compartilhar outra nome nota plano filtro vazio encontrado erro favor conferir começar terminar pasta até não',
    syllables: 'ba ter lão mi ster ra vem do cor lin pa trê cha nhi gor vic ela ham sto fen bri dal mor ção',
  },
  {
    tag: 'ru',
    common:
      'в на и для заказ счёт файл открыть сохранить новый оплата проект изменить адрес удалить настройки корзина страница пользователь выбрать почта язык все этот пароль отчёт список команда показать прежде каждый сообщение день позже чек клиент найти добавить убрать загрузить товар цена доставка месяц поделиться снова имя заметка план фильтр пусто найдено ошибка пожалуйста проверить начать закончить папка',
    syllables: 'ба тер лон ми стер ра вен до кор лин па тре ша ни гор вик ель хам сто фен бри дал мор щи',
  },
  {
    tag: 'ko',
    common:
      '주문 계정 파일 열기 저장 새 결제 프로젝트 변경 주소 삭제 설정 장바구니 페이지 사용자 선택 메일 언어 모두 이 암호 보고서 목록 팀 보기 전에 매번 메시지 날 나중에 청구서 고객 검색 추가 제거 올리기 상품 가격 배송 달 공유 다시 이름 메모 계획 필터 비어 오류 확인 시작 완료 폴더 및 그리고 아직 없음',
    syllables: '바 터 론 미 스 라 벤 도 코 링 파 트 샤 니 고 위 엘 함 토 펜 브 달 모 시',
  },
]
