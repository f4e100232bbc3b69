#include "explainee/data/expression_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

#include "explainee/data/name_pattern.h"

namespace explainee::data {
namespace {

constexpr std::array<std::string_view, 4> kAggregates = {"mean", "sum", "min", "max"};

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_part(char c) { return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Reads the formula once, left to right, and writes the muParser form.
class Rewriter {
 public:
  Rewriter(const std::string& text, std::span<const Column> columns) : text_(text), columns_(columns) {}

  base::Result<ExpressionText> run() {
    while (position_ < text_.size()) EXPLAINEE_TRY(step());
    if (!brackets_.empty()) return bad("a bracket is not closed");
    end_clause();
    result_.sources.assign(sources_.begin(), sources_.end());
    result_.standardised.assign(standardised_.begin(), standardised_.end());
    return std::move(result_);
  }

 private:
  enum class Bracket { kPlain, kFunction, kAggregate };  // aggregate: mean, sum, min or max
  struct Clause {
    bool compared = false;
    int denials = 0;  // by not, that are still open
  };

  base::Result<void> step() {
    const char c = text_[position_];
    if (c == '`' || is_name_start(c)) return name();
    if (argument_starts_ && (c == '*' || c == '?')) return pattern();
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return number();
    if (c == '=') {
      if (position_ + 1 < text_.size() && text_[position_ + 1] == '=') return comparison();
      return bad("'=' does not compare; write ==");
    }
    if (c == '!' && text_.compare(position_, 2, "!=") != 0) {
      ++position_;
      return negation();
    }
    if (c == '<' || c == '>' || c == '!') return comparison();
    if (std::string_view("^?:&|%").find(c) != std::string_view::npos) result_.smooth = false;
    if (std::string_view("?:&|,)").find(c) != std::string_view::npos) end_clause();
    if (c == '(') open(Bracket::kPlain);
    if (c == ',' && (brackets_.empty() || brackets_.back() == Bracket::kPlain))
      return bad(base::say("a comma stands outside a function; give {} twice for two summaries", base::option("sees")));
    if (c == ')') {
      if (brackets_.empty()) return bad("a bracket is closed that was not opened");
      if (argument_starts_) return bad("a function needs at least one column");
      brackets_.pop_back();
      clauses_.pop_back();
    }
    argument_starts_ = (c == ',' || (argument_starts_ && c == ' ')) && inside_aggregate();
    result_.formula += c;
    ++position_;
    return {};
  }

  void open(Bracket bracket) {
    brackets_.push_back(bracket);
    clauses_.emplace_back();
  }

  /// What stands between and, or, commas and brackets ends: what is denied in it ends too.
  void end_clause() {
    for (int i = 0; i < clauses_.back().denials; ++i) result_.formula += "))";
    clauses_.back() = {};
  }

  /// Denies the rest of the clause: not a > 0 is not (a > 0).
  base::Result<void> negation() {
    result_.smooth = false;
    result_.formula += "(!(";
    clauses_.back().denials += 1;
    argument_starts_ = false;
    return {};
  }

  base::Result<void> comparison() {
    if (clauses_.back().compared)
      return bad("two comparisons stand side by side; write 0 < a and a < 3, or use brackets");
    clauses_.back().compared = true;
    result_.smooth = false;
    result_.formula += text_[position_++];
    if (position_ < text_.size() && text_[position_] == '=') result_.formula += text_[position_++];
    argument_starts_ = false;
    return {};
  }

  base::Result<void> number() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      const bool exponent_sign = (c == '+' || c == '-') && (text_[position_ - 1] == 'e' || text_[position_ - 1] == 'E');
      if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && !exponent_sign) break;
      result_.formula += c;
      ++position_;
    }
    argument_starts_ = false;
    return {};
  }

  base::Result<void> name() {
    const std::size_t start = position_;
    EXPLAINEE_ASSIGN(const std::string word, read_name());
    if (text_.compare(position_, 2, "..") == 0) {
      position_ += 2;
      EXPLAINEE_ASSIGN(const std::string end, read_name());
      return expand(word + ".." + end);
    }
    if (argument_starts_ && looks_like_glob(start)) {
      position_ = start;
      return pattern();
    }
    if (text_[start] != '`') {
      if (word == "and") return operation("&&");
      if (word == "or") return operation("||");
      if (word == "not") return negation();
      if (next_is('(')) return function(word);
    }
    return column(word);
  }

  base::Result<std::string> read_name() {
    if (position_ < text_.size() && text_[position_] == '`') {
      const std::size_t end = text_.find('`', position_ + 1);
      if (end == std::string::npos) return bad("a ` is not closed");
      std::string word = text_.substr(position_ + 1, end - position_ - 1);
      position_ = end + 1;
      return word;
    }
    const std::size_t start = position_;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      const bool inner_dot = c == '.' && position_ > start && position_ + 1 < text_.size() &&
                             is_name_part(text_[position_ + 1]) && text_[position_ + 1] != '.';
      if (!is_name_part(c) && !inner_dot) break;
      ++position_;
    }
    if (position_ == start) return bad("a column name is missing after '..'");
    return text_.substr(start, position_ - start);
  }

  /// Inside mean(…), `s*` followed by , or ) is a glob unless it reads as a product of columns.
  [[nodiscard]] bool looks_like_glob(std::size_t start) const {
    std::size_t end = start;
    bool wild = false;
    while (end < text_.size() &&
           (is_name_part(text_[end]) || text_[end] == '*' || text_[end] == '?' || text_[end] == '.')) {
      wild = wild || text_[end] == '*' || text_[end] == '?';
      ++end;
    }
    if (!wild || end >= text_.size() || (text_[end] != ',' && text_[end] != ')' && text_[end] != ' ')) return false;
    for (const std::string& part : split_list(text_.substr(start, end - start), '*')) {
      const bool known = std::any_of(columns_.begin(), columns_.end(), [&](const Column& c) { return c.name == part; });
      if (!known && std::isdigit(static_cast<unsigned char>(part.front())) == 0) return true;
    }
    return text_[end - 1] == '*';
  }

  base::Result<void> pattern() {
    const std::size_t start = position_;
    while (position_ < text_.size() && (is_name_part(text_[position_]) || text_[position_] == '*' ||
                                        text_[position_] == '?' || text_[position_] == '.')) {
      ++position_;
    }
    return expand(text_.substr(start, position_ - start));
  }

  base::Result<void> expand(const std::string& pattern) {
    if (!inside_aggregate())
      return bad(fmt::format("{} names several columns; put it inside mean(), sum(), min() or max()", pattern));
    const auto found = resolve_name(columns_, pattern);
    if (!found.ok()) return bad(found.error().message, found.error().code);
    bool first = true;
    for (const std::size_t index : found.value()) {
      if (columns_[index].type != ColumnType::kNumber) continue;
      result_.formula += fmt::format("{}c{}", first ? "" : ",", index);
      sources_.insert(index);
      first = false;
    }
    if (first) return bad(fmt::format("{} names no number column", pattern));
    argument_starts_ = false;
    return {};
  }

  base::Result<void> operation(std::string_view symbol) {
    end_clause();
    result_.smooth = false;
    result_.formula += symbol;
    argument_starts_ = false;
    return {};
  }

  base::Result<void> function(const std::string& word) {
    if (word == "z") return standard_score();
    if (word != "mean" && word != "sum") result_.smooth = false;
    const bool aggregate = std::find(kAggregates.begin(), kAggregates.end(), word) != kAggregates.end();
    result_.formula += (word == "mean" ? "avg" : word) + "(";
    position_ = text_.find('(', position_) + 1;
    open(aggregate ? Bracket::kAggregate : Bracket::kFunction);
    argument_starts_ = aggregate;
    return {};
  }

  base::Result<void> standard_score() {
    position_ = text_.find('(', position_) + 1;
    skip_spaces();
    if (position_ >= text_.size()) return bad("z( is not closed");
    if (text_[position_] != '`' && !is_name_start(text_[position_])) return bad("z() takes the name of one column");
    EXPLAINEE_ASSIGN(const std::string inside, read_name());
    skip_spaces();
    if (position_ >= text_.size()) return bad("z( is not closed");
    if (text_[position_] != ')') return bad("z() takes the name of one column");
    ++position_;
    EXPLAINEE_ASSIGN(const std::size_t index, find_number(inside));
    sources_.insert(index);
    standardised_.insert(index);
    result_.formula += fmt::format("((c{0}-m{0})/d{0})", index);
    argument_starts_ = false;
    return {};
  }

  base::Result<void> column(const std::string& word) {
    EXPLAINEE_ASSIGN(const std::size_t index, find_number(word));
    sources_.insert(index);
    result_.formula += fmt::format("c{}", index);
    argument_starts_ = false;
    return {};
  }

  base::Result<std::size_t> find_number(const std::string& word) {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].name != word) continue;
      if (columns_[i].type != ColumnType::kNumber) return bad(fmt::format("column '{}' holds text, not numbers", word));
      return i;
    }
    const auto similar = resolve_name(columns_, word);
    if (similar.ok()) return bad(fmt::format("{} names several columns where one is needed", word));
    return bad(base::say("{}{}", similar.error().message, quoting_hint()), similar.error().code);
  }

  /// Words of the formula may together be the name of a column.
  [[nodiscard]] std::string quoting_hint() const {
    for (const Column& column : columns_) {
      const std::string quoted = quoted_in_expression(column.name);
      if (quoted != column.name && text_.find(column.name) != std::string::npos &&
          text_.find(quoted) == std::string::npos)
        return fmt::format("; names with spaces or signs stand in back quotes: {}", quoted);
    }
    return "";
  }

  void skip_spaces() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
  }
  [[nodiscard]] bool inside_aggregate() const { return !brackets_.empty() && brackets_.back() == Bracket::kAggregate; }
  [[nodiscard]] bool next_is(char wanted) const {
    const std::size_t next = text_.find_first_not_of(' ', position_);
    return next != std::string::npos && text_[next] == wanted;
  }
  [[nodiscard]] base::Error bad(const base::Message& why,
                                base::ErrorCode code = base::ErrorCode::kBadExpression) const {
    return unreadable_expression(text_, why, code);
  }

  const std::string& text_;
  std::span<const Column> columns_;
  std::size_t position_ = 0;
  std::vector<Bracket> brackets_;       // those that are open
  std::vector<Clause> clauses_ = {{}};  // one more than brackets
  bool argument_starts_ = false;        // directly behind the opening bracket or a comma of such a function
  std::set<std::size_t> sources_;
  std::set<std::size_t> standardised_;
  ExpressionText result_;
};

}  // namespace

std::string quoted_in_expression(const std::string& name) {
  const auto wild = [](char c) { return c == '*' || c == '?'; };
  const bool plain =
      !name.empty() && (is_name_start(name.front()) || wild(name.front())) &&
      std::all_of(name.begin(), name.end(), [&](char c) { return is_name_part(c) || wild(c) || c == '.' || c == '`'; });
  return plain ? name : "`" + name + "`";
}

base::Error unreadable_expression(const std::string& text, const base::Message& why, base::ErrorCode code) {
  constexpr std::size_t kShown = 80;
  const std::string shown = text.size() <= kShown ? text : text.substr(0, kShown) + "…";
  return {code, base::say("cannot read the expression '{}': {}", shown, why)};
}

base::Result<ExpressionText> rewrite_expression(const std::string& text, std::span<const Column> columns) {
  return Rewriter(text, columns).run();
}

}  // namespace explainee::data
