import { messages } from '@clearframe/contract';
import { useState } from 'react';
import { OutboxHint } from '../shared/form/outbox-hint.tsx';
import { pageMeta } from '../shared/page/page-meta.ts';
import { Banner } from '../shared/ui/banner.tsx';
import { Button } from '../shared/ui/button.tsx';
import contactStyles from '../site/contact/contact.module.css';
import { ContactAside } from '../site/contact/contact-aside.tsx';
import { ContactForm } from '../site/contact/contact-form.tsx';
import { contactQuestions } from '../site/contact/questions.ts';
import { Faq, faqData } from '../site/faq.tsx';
import sectionStyles from '../site/section.module.css';

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
      <div className={`page-width ${contactStyles.contact}`}>
        <div className={contactStyles.main}>
          <div>
            <h1>Contact us</h1>
            <p className={sectionStyles.lead} data-slot="section-lead">
              About plans, with a question, or with an idea. A person reads it.
            </p>
          </div>
          {sent ? (
            <div className={contactStyles.sent}>
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
