export default function Page() {
  return (
    <main id="main">
      <h1>register</h1>
    </main>
  );
}
