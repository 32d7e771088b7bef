import { describe, expect, it } from 'vitest';
import { betweenTexts, type KeywordMatch, keywordFinder } from '../index.ts';

const found = (text: string, keyword: string, { match = 'partial', leetspeak = false }: Options = {}) =>
  keywordFinder([{ text: keyword, match }], leetspeak)(text).length > 0;
type Options = { match?: KeywordMatch; leetspeak?: boolean };

type Case = [text: string, keyword: string];

describe('without look-alikes', () => {
  it.each<Case>([
    ['SİLAH satışı', 'silah'],
    ['silah satışı', 'SİLAH'],
    ['SILAH', 'sılah'],
    ['sılah', 'SILAH'],
    ['İSTANBUL', 'istanbul'],
    ['istanbul', 'İSTANBUL'],
    ['İstanbul', 'ISTANBUL'],
    ['b̶o̶m̶b̶', 'bomb'],
    ['b̲o̲m̲b̲ and more', 'bomb'],
    ['b̷́o̷m̷̀b̷', 'bomb'],
    ['b⃝o⃝m⃝b⃝', 'bomb'],
    ['b็o็m็b็', 'bomb'],
    ['سِلَاحٌ', 'سلاح'],
    ['سلاح', 'سِلَاح'],
    ['ســـلاح', 'سلاح'],
    ['سلاح', 'ســلاح'],
    ['נֶשֶׁק', 'נשק'],
    ['נשק', 'נֶשֶׁק'],
    ['замо́к', 'замок'],
  ])('KEY-03 finds in %s the keyword %s', (text, keyword) => expect(found(text, keyword)).toBe(true));

  it.each<Case>([
    ['el año nuevo', 'ano'],
    ['schön', 'schon'],
    ['pêche', 'peche'],
    ['й', 'и'],
    ['कुल', 'कल'],
    ['เก่า', 'เกา'],
    ['が', 'か'],
    ['סלע', 'נשק'],
    ['bоmb', 'bomb'],
    ['b.o.m.b', 'bomb'],
    ['bo\nmb', 'bomb'],
  ])('KEY-03 finds in %s no %s', (text, keyword) => expect(found(text, keyword)).toBe(false));
});

describe('with look-alikes', () => {
  it.each<Case>([
    ['a bоmb here', 'bomb'],
    ['ВОMB', 'bomb'],
    ['ѕех tape', 'sex'],
    ['ρоrn', 'porn'],
    ['кillеr', 'killer'],
    ['pоrn купить дёшево', 'porn'],
    ['бoмбa', 'бомба'],
    ['b.o.m.b', 'bomb'],
    ['a b o m b', 'bomb'],
    ['b-o-m-b!', 'bomb'],
    ['b_o_m_b', 'bomb'],
    ['b . o . m . b', 'bomb'],
    ['b\no\nm\nb', 'bomb'],
    ['b.0.m.b', 'bomb'],
    ['b.o.m.b.s', 'bomb'],
    ['bo\nmb', 'bomb'],
    ['bo\r\nmb', 'bomb'],
    ['bo-\nmb', 'bomb'],
    ['bo.mb', 'bomb'],
    ['b.omb', 'bomb'],
    ['bo-mb', 'bomb'],
    ['bo*mb', 'bomb'],
    ['b̶o̶.m̶b̶', 'bomb'],
    ['bо.mb', 'bomb'],
    ['h.a.t.e s.p.e.e.c.h', 'hate speech'],
    ['self-\nharm', 'self-harm'],
    ['b1.tch', 'bitch'],
  ])('KEY-03 finds in %j the keyword %s', (text, keyword) => {
    expect(found(text, keyword, { leetspeak: true })).toBe(true);
    expect(found(text, keyword, { leetspeak: true, match: 'whole_word' })).toBe(!['b.o.m.b.s', 'a b o m b'].includes(text));
  });

  it.each<Case>([
    ['рот болит', 'pot'],
    ['сор', 'cop'],
    ['купить iPhone и рот', 'pot'],
    ['νους και σώμα', 'vouc'],
    ['pot', 'рот'],
    ['burn', 'bum'],
    ['his\nhit song', 'shit'],
    ['push-it', 'shit'],
    ['might be\nheading home', 'beheading'],
    ['might be heading home', 'beheading'],
    ['let it go re: meeting', 'gore'],
    ['limbo mbappé', 'bomb'],
    ["he'll be there", 'hell'],
    ['he’ll be there', 'hell'],
    ['version 5.3.x', 'sex'],
    ['the rap is tall', 'rapist'],
    ['class-action', 'assact'],
    ['grapes in a bowl, a drape', 'rapist'],
    ['el año nuevo', 'ano'],
    ['combo\nmbps', 'bomb'],
    ['U.S. army', 'usa'],
    ['as\nsaults', 'assault'],
    [['bo', 'mb'].join(betweenTexts), 'bomb'],
    [['b', 'o', 'm', 'b'].join(betweenTexts), 'bomb'],
    [['Photograph', 'рот'].join(betweenTexts), 'pot'],
  ])('KEY-03 finds in %j no %s', (text, keyword) => expect(found(text, keyword, { leetspeak: true })).toBe(false));
});

describe('whole words of scripts without blanks', () => {
  it.each<Case>([
    ['这是定时炸弹。', '炸弹'],
    ['彼は日本の刀を持つ', '刀'],
    ['ฉันมีปืนอยู่', 'ปืน'],
    ['私は銃が好き', '銃'],
    ['iPhone手机', '手机'],
    ['手机iPhone', 'iphone'],
    ['爆弾', '爆弾'],
  ])('KEY-03 finds in %s the word %s', (text, keyword) => expect(found(text, keyword, { match: 'whole_word' })).toBe(true));

  it.each<Case>([
    ['東京都に住む', '京都'],
    ['ตากลม', 'าก'],
    ['人参', '人'],
  ])('KEY-03 finds in %s no word %s', (text, keyword) => expect(found(text, keyword, { match: 'whole_word' })).toBe(false));

  it('KEY-03 takes a * within one of them', () => {
    expect(found('这是定时炸弹。', '炸*', { match: 'wildcard' })).toBe(true);
    expect(found('東京都に住む', '京*', { match: 'wildcard' })).toBe(false);
  });
});
