import { messages } from '@clearframe/contract';
import { useState } from 'react';
import { OutboxHint } from '../account/outbox-hint.tsx';
import { pageMeta } from '../page-meta.ts';
import '../public/contact/contact.css';
import { ContactAside } from '../public/contact/contact-aside.tsx';
import { ContactForm } from '../public/contact/contact-form.tsx';
import { contactQuestions } from '../public/contact/questions.ts';
import { Faq, faqData } from '../public/faq.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';

export const meta = () =>
  pageMeta({
    title: 'Contact · Clearframe',
    description: 'Write to the operator of this Clearframe installation: about plans, with a question, or with an idea.',
    path: '/contact',
    indexed: true,
    data: [faqData(contactQuestions)],
  });

/** PUB-05. */
export default function Contact() {
  const [sent, setSent] = useState(false);
  return (
    <main id="main">
      <div className="wrapx contact">
        <div className="contact-main">
          <div>
            <h1>Write to us</h1>
            <p className="lead">About plans, with a question, or with an idea. A person reads it.</p>
          </div>
          {sent ? (
            <div className="contact-sent">
              <Banner kind="success" title={messages.contactSent} />
              <Button size="large" onClick={() => setSent(false)}>
                Send another message
              </Button>
              <OutboxHint />
            </div>
          ) : (
            <ContactForm onSent={() => setSent(true)} />
          )}
        </div>
        <ContactAside />
      </div>
      <Faq title="Before you write" questions={contactQuestions} />
    </main>
  );
}
