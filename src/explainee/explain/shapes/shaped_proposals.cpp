#include "explainee/explain/shapes/shaped_proposals.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "explainee/explain/compose/composer.h"
#include "explainee/family/quantile.h"

namespace explainee::explain {
namespace {

using family::PieceProduct;

/// Of the curve of a bent fact.
constexpr int kPoints = 21;

class Shaper {
 public:
  Shaper(const Composition& c, const HeldRows& held) : c_(c), held_(held) {}

  std::vector<family::Proposal> run(const TermLibrary& library, const Reading& reading) {
    for (const family::Proposal& proposal : c_.gathered.proposals) proposals_.push_back(plain(proposal));
    for (std::size_t k = 0; k < held_.candidates.size(); ++k) {
      if (!held_.candidates[k].may_bend) continue;
      const std::string& name = c_.setting.candidates[k].description.name;
      const auto own = std::find_if(proposals_.begin(), proposals_.end(),
                                    [&](const auto& proposal) { return proposal.description.name == name; });
      const CandidateShape& shape = reading.shapes[k];
      const int column = held_.candidates[k].columns.front();
      if (shape.product) products_.push_back(product(own->description, column, *shape.product));
      reshape(column, shape.shape, *own);
    }
    std::move(products_.begin(), products_.end(), std::back_inserter(proposals_));
    for (const int term : reading.terms) proposals_.push_back(known(library.terms[static_cast<std::size_t>(term)]));
    return std::move(proposals_);
  }

 private:
  /// As the family made it.
  static family::Proposal plain(family::Proposal proposal) {
    proposal.columns.clear();
    proposal.hers = false;
    return proposal;
  }

  [[nodiscard]] const std::string& name_of(int column) const {
    return c_.gathered.moments->columns[static_cast<std::size_t>(column)].name;
  }
  /// Where the held rows have 0, in units of the table.
  [[nodiscard]] double middle(int column) const {
    return c_.gathered.moments->columns[static_cast<std::size_t>(column)].shift + held_.mean[column];
  }
  [[nodiscard]] double in_table(int column, double z) const { return middle(column) + held_.sd[column] * z; }
  [[nodiscard]] PieceProduct::Piece in_table(int column, const PieceProduct::Piece& piece) const {
    return in_table_units(piece, middle(column), held_.sd[column]);
  }
  [[nodiscard]] std::size_t position(const std::string& name) const {
    const auto& columns = c_.gathered.columns;
    return static_cast<std::size_t>(
        std::find_if(columns.begin(), columns.end(), [&](const auto& column) { return column.name == name; }) -
        columns.begin());
  }
  /// A threshold as people read it, where that parts the rows alike.
  [[nodiscard]] double shown_threshold(int column, double z) const {
    const double exact = in_table(column, z);
    const double rounded = family::rounded_for_people(exact, held_.sd[column]);
    const auto above = [&](double cut) {
      return (held_.values.col(column).array() > (cut - middle(column)) / held_.sd[column]).count();
    };
    return above(rounded) == above(exact) ? rounded : exact;
  }
  [[nodiscard]] std::string number(int column, double z) const {
    return fmt::format("{:.6g}", shown_threshold(column, z));
  }
  /// A name that no column of the table has.
  [[nodiscard]] std::string unused(std::string name) const {
    while (position(name) < c_.gathered.columns.size()) name += "'";
    return name;
  }

  void reshape(int column, const Shape& shape, family::Proposal& proposal) const {
    if (shape.kind == Shape::Kind::kAsIs) return;
    const std::string name = proposal.description.name;
    const std::size_t source = proposal.plain.front();
    proposal.plain.clear();
    family::Shape& told = proposal.description.shape;
    told.degrees = shape.degrees;
    if (shape.kind == Shape::Kind::kCut) {
      told.kind = family::Shape::Kind::kCut;
      told.threshold = shown_threshold(column, shape.threshold);
      proposal.made = {
          {unused(fmt::format("{} > {:.6g}", name, told.threshold)), {source}, family::Rule{{{true, told.threshold}}}}};
      proposal.description.saying = {family::column(name), family::text(" above "),
                                     family::value(name, told.threshold)};
      proposal.description.shown = family::Shown::kYesNo;
      return;
    }
    told.kind = family::Shape::Kind::kBent;
    const auto bend = std::get<family::Bend>(in_table(column, PieceProduct::Piece(shape.bend)));
    const auto values = held_.values.col(column);
    const double low = in_table(column, values.minCoeff());
    const double high = in_table(column, values.maxCoeff());
    for (int k = 0; k < kPoints; ++k) {
      const double x = low + (high - low) * k / (kPoints - 1);
      double y = 0;
      const std::span<const double> one(&x, 1);
      family::evaluate(bend, {&one, 1}, {&y, 1});
      told.points.emplace_back(x, y);
    }
    proposal.made = {{unused(name + " (bent)"), {source}, bend}};
    proposal.description.shown = family::Shown::kValues;
  }

  [[nodiscard]] family::Proposal product(const family::Description& of, int column, const KnownProduct& product) const {
    family::Proposal proposal;
    const std::string& known = name_of(product.known);
    const auto* step = std::get_if<PieceProduct::Step>(&product.factor);
    const std::string when = step != nullptr ? "above " + number(product.known, step->threshold) : std::string("high");
    proposal.description = {
        unused(fmt::format("{}, more when {} is {}", of.name, known, when)), {of.name, known}, -1, false, "auto"};
    proposal.description.saying = {family::column(of.name), family::text(", more when "), family::column(known),
                                   family::text(step != nullptr ? " is above " : " is high")};
    if (step != nullptr)
      proposal.description.saying.push_back(family::value(known, shown_threshold(product.known, step->threshold)));
    proposal.description.shown = family::Shown::kSources;
    proposal.description.shape.degrees = 1 + product.shape.degrees;  // and what it is multiplied with
    const Term term = term_of(column, product);
    proposal.made = {
        {proposal.description.name,
         {position(of.name), position(known)},
         PieceProduct{{in_table(column, term.product.pieces[0]), in_table(product.known, term.product.pieces[1])}}}};
    return proposal;
  }

  /// A term that the reader makes of known columns by itself.
  [[nodiscard]] family::Proposal known(const Term& term) const {
    family::Proposal proposal;
    proposal.offered = false;
    std::string name;
    PieceProduct made;
    std::vector<std::size_t> sources;
    for (std::size_t i = 0; i < term.columns.size(); ++i) {
      const int column = term.columns[i];
      const PieceProduct::Piece& piece = term.product.pieces[i];
      name += (i == 0 ? "" : " * ") + piece_name(column, piece);
      made.pieces.push_back(in_table(column, piece));
      sources.push_back(position(name_of(column)));
      proposal.description.sources.push_back(name_of(column));
    }
    proposal.description.name = unused(name);
    proposal.made = {{proposal.description.name, std::move(sources), std::move(made)}};
    return proposal;
  }

  [[nodiscard]] std::string piece_name(int column, const PieceProduct::Piece& piece) const {
    const std::string& name = name_of(column);
    if (const auto* step = std::get_if<PieceProduct::Step>(&piece))
      return fmt::format("({} > {})", name, number(column, step->threshold));
    if (const auto* bend = std::get_if<family::SplineTerm>(&piece)) return fmt::format("bend{}({})", bend->term, name);
    return name;
  }

  const Composition& c_;
  const HeldRows& held_;
  std::vector<family::Proposal> proposals_;
  std::vector<family::Proposal> products_;
};

}  // namespace

std::vector<family::Proposal> shaped_proposals(const Composition& composition, const HeldRows& held,
                                               const TermLibrary& library, const Reading& reading) {
  return Shaper(composition, held).run(library, reading);
}

}  // namespace explainee::explain
