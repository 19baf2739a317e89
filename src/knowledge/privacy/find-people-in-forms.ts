import type { Add } from './finding.ts'
import type { Kind } from './kinds.ts'
import { isTechnical } from './person-names.ts'

/**
 * Finds people by what forms of many countries call them: names behind a title with initials or behind a label in any
 * script, machine-readable zones, addresses of contact cards and telephones behind their labels. Linear.
 */
export function findPeopleInForms(text: string, add: Add): void {
  for (const { hint, form, kind, name, fits } of forms) {
    if (!hint.test(text)) continue
    for (const found of text.matchAll(form)) {
      const written = found.groups?.value ?? found.groups?.after ?? ''
      const value = written.replace(/[ \t.,;/-]+$/, '')
      if (value.length < 2 || fits?.(value) === false) continue
      const start = found.index + found[0].lastIndexOf(written)
      add({ start, end: start + value.length, kind, name, value })
    }
  }
}

interface Form {
  /** Without this the text is not looked through. */
  hint: RegExp
  form: RegExp
  kind: Kind
  name: string
  fits?: (value: string) => boolean
}

const surname = "\\p{Lu}[\\p{L}'’]+(?:-\\p{Lu}[\\p{L}'’]+)*"
const particles = '(?:(?:van|von|der|den|de|del|della|di|da|do|dos|das|la|le|el|al|ten|ter|zu|af|av|bin)[ \\t]+){0,3}'
const between = '["\'’]?[ \\t\\u3000]{0,3}(?:[:：=＝|–—-]|(?<![A-Za-z])は|[ \\t\\u3000])[ \\t\\u3000]{0,3}["\'「]?'

/** Labels in small letters, with a capital letter and in capital letters, where what is behind them is not to be. */
function inAnyCase(labels: string): string {
  return labels
    .split('|')
    .flatMap((label) => [label, label.charAt(0).toUpperCase() + label.slice(1), label.toUpperCase()])
    .join('|')
}

function hasDigits(least: number, most: number): (value: string) => boolean {
  return (value) => {
    const { length } = value.replace(/\D/g, '')
    return length >= least && length <= most && !/^(?:19|20)\d\d-\d\d-\d\d|^(\d)\1+$/.test(value)
  }
}

const forms: readonly Form[] = [
  {
    // “t.n.v. mw. T. Hoogeveen-Bakker”, “Frau Dr. K. Österreicher”, “M. A. Lefebvre-Durand”
    hint: /\p{Lu}\.[ \t]?\p{Lu}/u,
    form: new RegExp(
      `(?<![\\p{L}\\d.])(?:(?:mw|mevr|dhr|hr|sr|sra|srta|dr|dra|prof|ing|lic|mr|mrs|ms|mme|mlle|m|sig|sig\\.ra|dott|dott\\.ssa|pan[ií]?|herr|frau|fr|señora?|senhora?|signora?|t\\.?n\\.?v|p\\.?p|attn|c\\/o)\\.?[ \\t]+){1,3}(?<value>(?:\\p{Lu}\\.[ \\t]?){1,4}${particles}${surname}(?:[ \\t]${surname}){0,2})`,
      'giu',
    ),
    kind: 'name',
    name: 'name',
    fits: (value) => /^\p{Lu}/u.test(value),
  },
  {
    // “姓名 欧阳思远”, “氏名：長谷川 美咲”, “이름: 김하늘”, “ФИО: Кузнецова Зинаида”
    hint: /姓名|名前|氏名|お名前|联系人|收件人|이름|성명|고객명|ФИО|имя|фамилия|اسم|שם/iu,
    form: new RegExp(
      `(?:姓名|お?名前|氏名|联系人|收件人|이름|성명|고객명|ФИО|имя|фамилия|الاسم|اسم|שם)${between}(?<value>[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}々ー]{1,6}(?:[ \\u3000][\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}々ー]{1,6}(?=[\\s、。,，;；/|"'」]|$))?|\\p{Script=Hangul}{2,5}|\\p{Lu}[\\p{L}'’-]+(?:[ \\t]\\p{Lu}[\\p{L}'’.-]+){0,3}|[\\p{Script=Arabic}\\p{Script=Hebrew}]{2,20}(?:[ \\t][\\p{Script=Arabic}\\p{Script=Hebrew}]{2,20}){0,3})`,
      'giu',
    ),
    kind: 'name',
    name: 'name',
  },
  {
    // “山本 恵子 様”, “用户王建国反馈”, “고객 김하늘 님”
    hint: /様|さん|先生|女士|用户|客户|会员|顧客|お客様|고객|님/u,
    form: /(?:(?<!\p{Script=Han})(?<value>[\p{Script=Han}々]{1,4}[ \u3000]?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,4})[ \u3000]?(?:様|さん|先生|女士)|(?:用户|客户|会员|顾客)[ :：]?(?<after>(?!名|密|信息|数据|端|登录|账|帐|反馈|无法|权限|代码|编号)\p{Script=Han}{2,3})(?=反馈|的|说|称|表示|报告|无法|[，,（( ]))/gu,
    kind: 'name',
    name: 'name',
    fits: (value) => !/^(?:お客|皆|各位|担当者|管理者|利用者|会員)/u.test(value),
  },
  {
    // Korea's numbers of residents begin with the day of birth.
    hint: /\d{6}-[1-8]\d{6}/,
    form: /(?<![\d-])(?<value>\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6})(?![\d-])/g,
    kind: 'document',
    name: 'number of identity',
  },
  {
    // “NRIC S8841207F, name Tan Hui Ling”: a label of a list
    hint: /name|nome|nombre|naam|nama|nom|imi[ęe]|jm[ée]no|navn|namn|ad soyad|họ tên/i,
    form: new RegExp(
      `(?<=^|[,;|(•–-][ \\t]{0,3}|\\t)(?:[Ff]ull[ \\t])?(?:${inAnyCase('name|nome|nombre|naam|nama|nom|imię i nazwisko|jméno|navn|namn|ad soyad|adı soyadı|họ tên')})["']?[ \\t]{0,3}[:=]?[ \\t]{1,3}["']?(?<value>${surname}(?:[ \\t]${particles}${surname}){1,4})`,
      'gmu',
    ),
    kind: 'name',
    name: 'name',
    fits: (value) => /^\p{Lu}\p{Ll}/u.test(value) && !isTechnical(value),
  },
  {
    // Machine-readable zones of passports and cards (ICAO 9303)
    hint: /<</,
    form: /(?<![A-Z\d<])(?<value>[PIACV][A-Z<][A-Z]{3}[A-Z\d<]{10,41}(?:\s{1,4}[A-Z\d<]{28,44}){0,2})(?![A-Z\d])/g,
    kind: 'document',
    name: 'machine-readable zone',
    fits: (value) => value.includes('<<'),
  },
  {
    hint: /<<|<\d/,
    form: /(?<![A-Z\d<])(?<value>[A-Z\d<]{9}\d[A-Z<]{3}\d{7}[MFX<]\d{7}[A-Z\d<]{2,16})(?![A-Z\d<])/g,
    kind: 'document',
    name: 'machine-readable zone',
  },
  {
    // Contact cards (RFC 6350 § 6.3.1), and what the entry of a directory calls an address (RFC 4519)
    hint: /ADR|LABEL|homePostalAddress|postalAddress|streetAddress|registeredAddress/i,
    form: /^[ \t]*(?:(?:item\d\.)?(?:ADR|LABEL)(?:;[^:\n]{0,120})?|homePostalAddress|postalAddress|streetAddress|registeredAddress):[ \t]*[; \t]{0,4}(?<value>[^\n\r]{4,300})/gim,
    kind: 'address',
    name: 'address',
  },
  {
    // Telephones behind the word for them in more languages
    hint: /手机|手機|电话|電話|携帯|전화|휴대폰|тел|puhelin|telem[óo]vel|telefoni|telefon|mobiln|hotline|sđt|telpon|هاتف|טלפון/iu,
    form: /(?:手机号?码?|手機|电话|電話(?:番号)?|携帯(?:電話)?|전화(?:번호)?|휴대폰|(?<!\p{L})(?:тел(?:ефон)?|моб|puhelin(?:numero)?|telem[óo]vel|telefon[aiu]?|mobiln[ýíi]|sđt|telpon)(?!\p{L})\.?|هاتف|טלפון)["']?[ \t]{0,3}(?:n[º°r.]{1,2}|は|是|[:：=])?[ \t]{0,3}["']?(?<value>[+(]?\d[\d ()/-]{5,20}\d)(?!\d)/giu,
    kind: 'phone',
    name: 'phone',
    fits: hasDigits(7, 15),
  },
  {
    // Addresses of payments in India (UPI)
    hint: /@(?:ok|ybl|ibl|axl|apl|upi|paytm|pthdfc|icici|sbi|hdfc|axis)/,
    form: /(?<![\w.@-])(?<value>[A-Za-z\d][\w.-]{1,50}@(?:ok(?:hdfcbank|sbi|icici|axis)|ybl|ibl|axl|apl|upi|paytm|ptyes|pthdfc|ptsbi|ptaxis|icici|sbi|hdfcbank|axisbank))(?![\w@-]|\.\w)/g,
    kind: 'bank account',
    name: 'UPI address',
  },
  {
    // `MM | name ▸ …`: “Rufen Sie mich an: 0551 / 49 83 17”
    hint: /\d[ ]?\/[ ]?\d/,
    form: /(?<![\d.,/])(?<value>0\d{2,5} ?\/ ?\d{2,4}(?:[ -]\d{2,4}){1,3})(?![\d/])/g,
    kind: 'phone',
    name: 'phone',
    fits: hasDigits(8, 14),
  },
]
